/** Why the rules refuse a command: a stable code, and a sentence that tells nothing hidden (R-ERR-1..3). */

export type RejectionCode =
  | 'E_PHASE'
  | 'E_PLAYER'
  | 'E_OUT'
  | 'E_LOCKED'
  | 'E_BANNED'
  | 'E_NOT_YOUR_TURN'
  | 'E_EMPTY'
  | 'E_NOT_OWNED'
  | 'E_MIXED'
  | 'E_SINGLE_ONLY'
  | 'E_JESTER_PAIR'
  | 'E_DECLARE'
  | 'E_TARGET'
  | 'E_COUNT'
  | 'E_RANK'
  | 'E_LEAD_PASS'
  | 'E_TAX_ROLE'
  | 'E_TAX_DONE'
  | 'E_TAX_COUNT'
  | 'E_TAX_WILD'
  | 'E_TAX_NOT_BEST'
  | 'E_OPTION_OFF'
  | 'E_MEX_ROLE'
  | 'E_MEX_TARGET'
  | 'E_REV_NOT_ELIGIBLE'
  | 'E_REV_ALREADY'
  | 'E_JOIN_ROLE'
  | 'E_POSITION'
  | 'E_TABLE_FULL';

export interface Rejection {
  readonly code: RejectionCode;
  /** For people; depends only on what the sender may know. */
  readonly detail: string;
}

export function reject(code: RejectionCode, detail: string): Rejection {
  return { code, detail };
}
