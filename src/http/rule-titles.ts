/** A short title for each refusal by the rules, and its code on the wire; the detail comes from the rules themselves. */
import type { RejectionCode } from '../rules/rejections.ts';
import { type RuleCode, ruleCode } from './problem.ts';

export const RULE_TITLES = {
  E_PHASE: 'Not in this phase',
  E_PLAYER: 'You do not play in this hand',
  E_OUT: 'You are out of this hand',
  E_LOCKED: 'You have passed in this trick',
  E_BANNED: 'You must pass in this trick',
  E_NOT_YOUR_TURN: 'It is not your turn',
  E_EMPTY: 'A set has at least one card',
  E_NOT_OWNED: 'You do not hold these cards',
  E_MIXED: 'A set has one rank',
  E_SINGLE_ONLY: 'This card is played alone',
  E_JESTER_PAIR: 'Two Jesters cannot be played alone',
  E_DECLARE: 'The wilds need a rank',
  E_TARGET: 'That is no target',
  E_COUNT: 'The number of cards is wrong',
  E_RANK: 'The set does not beat the trick',
  E_LEAD_PASS: 'The leader must play',
  E_TAX_ROLE: 'You choose nothing in this taxation',
  E_TAX_DONE: 'You have chosen already',
  E_TAX_COUNT: 'The number of cards is wrong',
  E_TAX_WILD: 'Jesters are not given',
  E_TAX_NOT_BEST: 'These are not your best cards',
  E_OPTION_OFF: 'This table plays without that',
  E_MEX_ROLE: 'This exchange is not yours',
  E_MEX_TARGET: 'That player is no partner',
  E_REV_NOT_ELIGIBLE: 'You were not dealt both Jesters',
  E_REV_ALREADY: 'You have answered already',
  E_JOIN_ROLE: 'The Greater Dalmuti decides this',
  E_POSITION: 'That place is not halfway',
  E_TABLE_FULL: 'The table is full',
} as const satisfies Record<RejectionCode, string>;

export const ruleCodes: readonly RuleCode[] = Object.keys(RULE_TITLES).map(ruleCode);
