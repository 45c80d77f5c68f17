/** Every option of the rules in one object, pinned by the game when it starts (RULES section 23). */

export type Preset = 'official' | 'official-scored' | 'official-large' | 'dutch' | 'wikipedia' | 'corporate';

export type DeckVariant = 'full' | 'strip12' | 'strip11-12' | 'corporate60';

export interface Ruleset {
  readonly preset: Preset;
  /** Counts the changes of a preset's meaning; a game keeps the revision that it began with. */
  readonly revision: number;
  readonly edition: 'dalmuti' | 'corporate';
  readonly players: { readonly min: number; readonly max: number };
  readonly deck: DeckVariant | 'auto';
  readonly seating: {
    readonly method: 'draw' | 'random' | 'given';
    readonly ties: 'tied-redraw' | 'until-unique';
  };
  readonly titles: { readonly three: 'merchant' | 'lesser-dalmuti' };
  readonly jesters: { readonly pair: 'rank13' | 'forbidden' };
  readonly tax: {
    readonly enabled: boolean;
    readonly timing: 'sealed' | 'sequential';
    readonly wilds: 'worst' | 'exempt' | 'best';
    readonly dalmutiMayGiveWilds: boolean;
    readonly peonPayment: 'auto' | 'manual';
    readonly visibility: 'parties' | 'public';
  };
  readonly revolution: {
    readonly enabled: boolean;
    readonly firstDeal: boolean;
    readonly greater: 'called' | 'automatic';
  };
  readonly mex: {
    readonly enabled: boolean;
    readonly give: 'random' | 'choice';
    readonly take: 'random' | 'target-choice';
  };
  readonly play: {
    readonly passLock: boolean;
    readonly leadAfterOut: 'clockwise' | 'boss-chooses';
  };
  readonly scoring: {
    readonly mode: 'none' | 'points';
    readonly bonus: 'none' | 'philanthropic' | 'democratic';
    readonly baseline: 'play-start' | 'hand-start';
  };
  readonly end: {
    readonly hands: number | null;
    readonly timeLimitMin: number | null;
    readonly consent: 'unanimous' | 'majority' | 'off';
    readonly tieBreak: 'shared' | 'countback' | 'final-rank';
  };
  readonly join: {
    readonly allowed: boolean;
    readonly choice: 'gd' | 'lower' | 'upper';
    readonly startScore: 'zero' | 'lowest';
  };
  readonly leave: {
    readonly midHand: 'bot' | 'fold' | 'void';
    readonly betweenHands: 'close-up';
  };
  readonly misdeal: { readonly mode: 'off' | 'simulated'; readonly rate: number | null };
  readonly history: { readonly discards: 'open' | 'closed' };
  /** `null` unless the edition is `corporate`. */
  readonly corp: {
    readonly wildAlone: 'declared' | 'rank13';
    readonly wedgieInSets: boolean;
    readonly wedgieTarget: 'required' | 'optional';
    readonly ratbertWithWilds: boolean;
    readonly rulerMayLead: boolean;
    readonly drawWilds: 'worst' | 'best';
  } | null;
}
