/** Adds golden games that are missing, and their digests; a game that exists is never written again. Run with `npx tsx`. */
import { existsSync } from 'node:fs';
import type { EventOf, EventType, GameEvent } from '../../../src/rules/events.ts';
import type { GamePlan } from '../../../tools/simulation/plan.ts';
import { eventsOf, type PlayedGame } from '../../../tools/simulation/play-game.ts';
import { digestOf, findGame, readDigests, readGolden, writeDigests, writeGolden } from './golden-game.ts';

const plan = (preset: string, players: number, options: GamePlan['options'] = {}): Omit<GamePlan, 'seed'> => {
  return { preset, options, players, hands: 1, humans: 1, overdue: 0 };
};

function all<T extends EventType>(game: PlayedGame, type: T): readonly EventOf<T>[] {
  return eventsOf(game).filter((event: GameEvent): event is EventOf<T> => event.type === type);
}

/** Three people among bots, at a table where people come and go. */
const coming = (preset: string, players: number, options: GamePlan['options'] = {}): Omit<GamePlan, 'seed'> => {
  return { ...plan(preset, players, options), hands: 3, humans: 3, overdue: 3, restless: 4 };
};

const happened = (game: PlayedGame, ...types: readonly EventType[]): boolean =>
  types.every((type) => all(game, type).length > 0);

/** Hands that do not count can make a game long. */
const brief = ({ moves }: PlayedGame): boolean => moves.length < 600;

const any = (): boolean => true;

const GAMES: Readonly<Record<string, readonly [Omit<GamePlan, 'seed'>, (game: PlayedGame) => boolean]>> = {
  official: [plan('official', 4), any],
  'official-scored': [{ ...plan('official-scored', 6), hands: 2 }, any],
  dutch: [plan('dutch', 8), any],
  'wikipedia-three': [plan('wikipedia', 3), any],
  corporate: [plan('corporate', 4), any],
  'twelve-players': [plan('official', 12, { deck: 'auto' }), any],
  'overdue-all-the-way': [{ ...plan('official-scored', 5), humans: 0, overdue: 100 }, any],
  'greater-revolution-of-five': [
    plan('official-scored', 5),
    (game) => all(game, 'revolutionDeclared').some(({ greater }) => greater),
  ],
  'ordinary-revolution': [
    plan('official-scored', 6),
    (game) => all(game, 'revolutionDeclared').some(({ greater }) => !greater),
  ],
  'three-rounds-of-ties': [plan('official', 7), (game) => (all(game, 'seatsDrawn')[0]?.rounds.length ?? 0) > 3],
  'ratbert-taken': [plan('corporate', 5), (game) => all(game, 'ratbertTaken').length > 0],
  'world-ruler-last': [
    plan('corporate', 6),
    (game) => all(game, 'setPlayed').some(({ cards, left }) => cards.includes('DW') && left === 0),
  ],
  'wedgie-in-a-set': [
    plan('corporate', 4),
    (game) => all(game, 'setPlayed').some(({ cards }) => cards.includes('TW') && cards.length > 1),
  ],
  'merchants-choose': [
    plan('official', 7, { 'mex.enabled': true, 'mex.give': 'choice', 'mex.take': 'target-choice' }),
    (game) => all(game, 'merchantExchanged').length > 0,
  ],
  'merchants-draw': [plan('official', 6, { 'mex.enabled': true }), (game) => all(game, 'merchantExchanged').length > 0],
  'sequential-manual': [
    plan('official', 5, { 'tax.timing': 'sequential', 'tax.peonPayment': 'manual', 'tax.visibility': 'public' }),
    any,
  ],
  'misdeal-to-the-peon': [
    plan('official', 4, { 'misdeal.mode': 'simulated', 'misdeal.rate': 0.02 }),
    (game) => all(game, 'misdealSettled').some(({ to }) => to === 'greaterPeon'),
  ],
  'pass-lock': [plan('official-scored', 5, { 'play.passLock': true, 'scoring.bonus': 'democratic' }), any],
  'stood-in-for-and-back': [
    coming('official-scored', 6),
    (game) => happened(game, 'standInStarted', 'standInEnded', 'placementOpened', 'newcomersPlaced', 'seatClosed'),
  ],
  'several-newcomers': [
    coming('dutch', 4, { 'players.max': 8 }),
    (game) => all(game, 'newcomersPlaced').some(({ seats }) => seats.length > 1),
  ],
  folded: [
    coming('official-scored', 7, { 'leave.midHand': 'fold', 'scoring.bonus': 'philanthropic' }),
    (game) => happened(game, 'playerReturned') && all(game, 'playerFolded').length > 1,
  ],
  'dealt-again': [
    coming('official-scored', 6, { 'leave.midHand': 'void' }),
    (game) =>
      brief(game) && all(game, 'handVoided').some(({ reason }) => reason === 'left') && happened(game, 'handEnded'),
  ],
  'greater-revolution-undone': [
    coming('official-scored', 5, { 'leave.midHand': 'void' }),
    (game) => brief(game) && happened(game, 'handVoided') && all(game, 'seatsReversed').length > 1,
  ],
  'agreed-to-end': [
    coming('official', 4),
    (game) => all(game, 'gameEnded').some(({ reason }) => reason === 'consent') && happened(game, 'endVoted'),
  ],
  'waited-for-players': [
    coming('corporate', 4),
    (game) => all(game, 'newcomerArrived').some(({ kind }) => kind === 'builtIn') && happened(game, 'seatClosed'),
  ],
};

const digests: Record<string, string> = { ...readDigests() };
for (const [name, [unseeded, has]] of Object.entries(GAMES)) {
  const file = new URL(`./${name}.jsonl`, import.meta.url);
  if (!existsSync(file)) {
    writeGolden(file, ...findGame(unseeded, has));
    console.log(`recorded ${name}`);
  }
  digests[`${name}.jsonl`] ??= digestOf(readGolden(file));
}
writeDigests(digests);
