/** PROTOCOL, Events: the table there is all that a client needs to keep a view current, of whatever game, for whatever viewer. */

import { expect, it } from 'vitest';
import { seededChance } from '../../src/bots/chance.ts';
import { EVENT_TYPES } from '../../src/games/schemas/events.ts';
import type { Command } from '../../src/rules/commands.ts';
import { disclose, evolve, initial, view } from '../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import type { Viewer } from '../../src/rules/public-events.ts';
import { isStoodInFor } from '../../src/rules/stand-ins.ts';
import { eventsOf, recorded } from '../replays/recorded-party.ts';
import { clock, lobby, newcomer, type Party, people, standIn } from '../rules/party.ts';
import { afterEvent, kept } from './view-by-table.ts';

/** Rulesets that between them lead to every event. */
const GAMES: readonly (readonly [name: string, options: Readonly<Record<string, unknown>>, players: number])[] = [
  ['stand-ins and Merchants', { 'mex.enabled': true, 'mex.take': 'target-choice', 'end.hands': 4 }, 7],
  ['folding with closed discards', { 'leave.midHand': 'fold', 'history.discards': 'closed', 'end.hands': 4 }, 6],
  ['void hands and misdeals', { 'leave.midHand': 'void', 'misdeal.mode': 'simulated', 'misdeal.rate': 0.2 }, 6],
  ['Corporate Shuffle', { preset: 'corporate', 'mex.enabled': true, 'end.hands': 4 }, 6],
  ['drawing seats, pass lock', { 'seating.method': 'draw', 'play.passLock': true, 'end.hands': 4 }, 5],
  ['revolutions', { preset: 'wikipedia', 'revolution.firstDeal': true }, 3],
  ['manual taxes, one after another', { 'tax.peonPayment': 'manual', 'tax.timing': 'sequential', 'end.hands': 4 }, 5],
];
const SEEDS = [1, 2];
const MOST_MOVES = 600;

/** A game in which people come, go, vote, dawdle and play what they may, all by lot. */
function byLot(options: Readonly<Record<string, unknown>>, players: number, seed: number): Party {
  const chance = seededChance(`${seed}`);
  let story = recorded(options, people(players), { bankSeconds: 60 });
  for (let move = 0; move < MOST_MOVES && story.board.phase !== 'ended'; move += 1) {
    story = story.later(chance(12) * 4.7);
    story = chance(12) === 0 ? besides(story, chance, move) : answer(story, chance);
  }
  return story;
}

/**
 * One of those who are asked gives any of his answers, the stand-in for the player who is away; or the time is up. Whoever
 * can call a revolution does, as it happens so seldom.
 */
function answer(story: Party, chance: (bound: number) => number): Party {
  const caller = story.board.awaiting.find((each) => story.you(each).legal.some(isCall));
  if (caller !== undefined && !isStoodInFor(story.board, caller)) {
    return story.say(caller, { type: 'answerRevolution', call: true });
  }
  const asked = story.board.awaiting.filter((seat) => story.you(seat).legal.length > 0);
  const seat = asked[chance(Math.max(1, asked.length))];
  const command = seat === undefined ? undefined : story.you(seat).legal[chance(story.you(seat).legal.length)];
  if (seat === undefined || command === undefined || chance(15) === 0) {
    return story.board.deadline === null ? arrival(story, 'late') : story.timeOut();
  }
  return story.say(isStoodInFor(story.board, seat) ? standIn(seat) : seat, command);
}

const isCall = (command: Command): boolean => command.type === 'answerRevolution' && command.call;

/** Something that the game has not asked for. */
function besides(story: Party, chance: (bound: number) => number, move: number): Party {
  const seat = chance(story.board.seats.length);
  const absence = { type: 'absence', seat } as const;
  const { available } = story.you(seat);
  const wish = available[chance(Math.max(1, available.length))];
  if (chance(4) === 0) return arrival(story, `newcomer ${move}`);
  if (chance(3) === 0 && story.code(clock, absence) === null) return story.say(clock, absence);
  switch (wish) {
    case undefined:
      return story;
    case 'proposeEnd':
      return story.say(seat, { type: 'proposeEnd', when: chance(2) === 0 ? 'now' : 'afterHand' });
    case 'voteEnd':
      return story.say(seat, { type: 'voteEnd', agree: chance(3) > 0 });
    default:
      return story.say(seat, { type: wish });
  }
}

function arrival(story: Party, name: string): Party {
  return story.code(lobby, newcomer(name)) === null ? story.say(lobby, newcomer(name)) : story;
}

/** The client's view and the service's after each event; fails where they differ. */
function follow([first, ...rest]: readonly GameEvent[], viewer: Viewer): void {
  if (first?.type !== 'gameStarted') throw new Error('A game begins with gameStarted.');
  let state = initial(first);
  let client = kept(view(state, 'spectator'));
  for (const event of rest) {
    const { deadline, clock: times } = state.board;
    client = afterEvent(client, disclose(event, viewer), deadline, times.bankSeconds);
    state = evolve(state, event);
    const known = typeof viewer !== 'number' || viewer < state.board.seats.length;
    expect(client, `${event.version} ${event.type}`).toEqual(kept(view(state, known ? viewer : 'spectator')));
  }
}

const games = GAMES.flatMap(([name, options, players]) =>
  SEEDS.map((seed) => ({ name, seed, events: eventsOf(byLot(options, players, seed)) })),
);

it.each(games)('holds for a spectator and for every seat: $name, $seed', ({ events }) => {
  for (const viewer of ['spectator', 0, 1, 2, 3, 4] as const) follow(events, viewer);
});

it('is tried on every event that there is', () => {
  const met = new Set<string>(games.flatMap(({ events }) => events.map(({ type }) => type)));
  expect([...EVENT_TYPES].filter((type) => !met.has(type))).toEqual([]);
});
