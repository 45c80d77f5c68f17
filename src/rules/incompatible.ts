/** Options that do not go together (RULES section 23). */
import { deckVariant, distinctRanks } from './deck.ts';
import type { Ruleset } from './ruleset.ts';

export interface Conflict {
  /** The option that should give way. */
  readonly key: string;
  /** Names both options. */
  readonly reason: string;
}

/** Every pair of options in `ruleset` that contradict each other. */
export function conflicts(ruleset: Ruleset): readonly Conflict[] {
  return CHECKS.flatMap((check) => check(ruleset) ?? []);
}

type Check = (ruleset: Ruleset) => Conflict | null;

const CHECKS: readonly Check[] = [
  ({ players }) =>
    players.min > players.max
      ? { key: 'players.min', reason: `players.min=${players.min} is above players.max=${players.max}.` }
      : null,

  ({ edition, deck }) =>
    (edition === 'corporate') === (deck === 'corporate60')
      ? null
      : { key: 'deck', reason: `edition=${edition} cannot be played with deck=${deck}.` },

  /** R-CORP-2 */
  ({ edition, players }) =>
    edition === 'corporate' && players.min < 4
      ? {
          key: 'players.min',
          reason: `edition=corporate needs at least 4 players, players.min=${players.min} is fewer.`,
        }
      : null,

  /** R-CORP-2 */
  ({ edition, players }) =>
    edition === 'corporate' && players.max > 6
      ? { key: 'players.max', reason: `edition=corporate has at most 6 players, players.max=${players.max} is more.` }
      : null,

  ({ edition, corp }) =>
    edition === 'dalmuti' && corp !== null
      ? { key: 'corp', reason: 'The options under corp have no meaning with edition=dalmuti.' }
      : null,

  /** R-SEAT-5: everybody must be able to hold a rank of his own. */
  ({ seating, deck, players }) =>
    seating.ties === 'until-unique' && players.max > distinctRanks(deckVariant(deck, players.max))
      ? {
          key: 'seating.ties',
          reason: `seating.ties=until-unique needs a different rank for each player, and players.max=${players.max} is more than deck=${deck} has.`,
        }
      : null,

  /** R-REV-16 */
  ({ revolution }) =>
    revolution.firstDeal && !revolution.enabled
      ? {
          key: 'revolution.firstDeal',
          reason:
            'revolution.firstDeal=true makes the first hand untaxed as by a revolution, and needs revolution.enabled=true.',
        }
      : null,

  ({ scoring }) =>
    scoring.bonus !== 'none' && scoring.mode !== 'points'
      ? { key: 'scoring.bonus', reason: `scoring.bonus=${scoring.bonus} needs scoring.mode=points.` }
      : null,
];
