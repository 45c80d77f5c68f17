/** The one list of options that RULES knows and this service does not play yet: per key the values that are built. */
import type { OptionValue } from './options.ts';

export const NOT_BUILT: Readonly<Record<string, readonly OptionValue[]>> = {
  edition: ['dalmuti'],
  deck: ['full', 'strip12', 'strip11-12', 'auto'],
  'tax.timing': ['sealed'],
  'tax.wilds': ['worst', 'exempt'],
  'tax.peonPayment': ['auto'],
  'mex.enabled': [false],
  'mex.give': ['random'],
  'mex.take': ['random'],
  'misdeal.mode': ['off'],
  'misdeal.rate': [null],
  'corp.wildAlone': [],
  'corp.wedgieInSets': [],
  'corp.ratbertWithWilds': [],
  'corp.rulerMayLead': [],
  'corp.drawWilds': [],
  'play.leadAfterOut': ['clockwise'],
  'end.timeLimitMin': [null],
  'end.consent': ['unanimous'],
  'join.allowed': [true],
  'join.choice': ['gd'],
  'join.startScore': ['zero'],
  'leave.midHand': ['bot'],
  'leave.betweenHands': ['close-up'],
};

/** Presets that need something from the list. */
export const PRESETS_NOT_BUILT: readonly string[] = ['corporate'];
