/** The named rulesets, each written as what it changes in the one before it (RULES section 23). */
import type { Preset, Ruleset } from './ruleset.ts';

const official: Ruleset = {
  preset: 'official',
  revision: 1,
  edition: 'dalmuti',
  players: { min: 4, max: 8 },
  deck: 'full',
  seating: { method: 'draw', ties: 'tied-redraw' },
  titles: { three: 'merchant' },
  jesters: { pair: 'rank13' },
  tax: {
    enabled: true,
    timing: 'sealed',
    wilds: 'worst',
    dalmutiMayGiveWilds: true,
    peonPayment: 'auto',
    visibility: 'parties',
  },
  revolution: { enabled: true, firstDeal: false, greater: 'called' },
  mex: { enabled: false, give: 'random', take: 'random' },
  play: { passLock: false, leadAfterOut: 'clockwise' },
  scoring: { mode: 'none', bonus: 'none', baseline: 'play-start' },
  end: { hands: null, timeLimitMin: null, consent: 'unanimous', tieBreak: 'shared' },
  join: { allowed: true, choice: 'gd', startScore: 'zero' },
  leave: { midHand: 'bot', betweenHands: 'close-up' },
  misdeal: { mode: 'off', rate: null },
  history: { discards: 'open' },
  corp: null,
};

/** What every corporate table has until it chooses otherwise (R-CORP-3, R-CORP-7, R-CORP-8, R-CORP-15, R-CORP-18, R-CORP-23). */
export const CORPORATE_OPTIONS: NonNullable<Ruleset['corp']> = {
  wildAlone: 'declared',
  wedgieInSets: true,
  wedgieTarget: 'required',
  ratbertWithWilds: false,
  rulerMayLead: true,
  drawWilds: 'worst',
};

/** Less than one accident in a hand of 80 cards, for tables with `misdeal.mode=simulated` that name no rate. */
export const USUAL_MISDEAL_RATE = 0.01;

const scored: Ruleset = {
  ...official,
  preset: 'official-scored',
  scoring: { ...official.scoring, mode: 'points' },
  end: { ...official.end, hands: 20 },
};

export const PRESETS: Readonly<Record<Preset, Ruleset>> = {
  official,
  'official-scored': scored,
  'official-large': { ...scored, preset: 'official-large', players: { min: 9, max: 12 } },
  dutch: {
    ...official,
    preset: 'dutch',
    seating: { ...official.seating, ties: 'until-unique' },
    tax: { ...official.tax, wilds: 'exempt', dalmutiMayGiveWilds: false },
    scoring: { ...official.scoring, mode: 'points' },
    end: { ...official.end, hands: 10 },
    history: { discards: 'closed' },
  },
  wikipedia: { ...official, preset: 'wikipedia', players: { min: 3, max: 8 } },
  corporate: {
    ...official,
    preset: 'corporate',
    edition: 'corporate',
    players: { min: 4, max: 6 },
    deck: 'corporate60',
    tax: { ...official.tax, wilds: 'best' },
    corp: CORPORATE_OPTIONS,
  },
};

/** A table that names no preset plays this one. */
export const DEFAULT_PRESET: Preset = 'official-scored';
