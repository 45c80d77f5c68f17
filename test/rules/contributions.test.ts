import { describe, expect, it } from 'vitest';
import type { Random } from '../../src/rules/context.ts';
import type { Contribution } from '../../src/rules/contribution.ts';
import { decide, evolve, replay, start } from '../../src/rules/dalmuti.ts';
import { CLOCK } from '../support/clock.ts';
import { rulesetOf } from './cases/case-file.ts';
import { lobby, newcomer, Party, party, people } from './party.ts';

const CLOCK_ACTOR = { kind: 'clock' } as const;
const NOW = '2026-01-05T19:00:00.000Z';
/** After every pause. */
const LATER = '2026-01-06T19:00:00.000Z';

/** Chance that gives zeros and notes for which purposes, with which contributions, it was asked. */
function noting(): { readonly random: Random; readonly asked: Map<string, readonly Contribution[]> } {
  const asked = new Map<string, readonly Contribution[]>();
  return {
    asked,
    random: (purpose, _bound, contributions) => {
      asked.set(purpose, contributions);
      return 0;
    },
  };
}

/** The contributions of every draw until the clock alone has brought the game to its next deal. */
function drawnUntilDealt({ state }: Party): Readonly<Record<string, readonly Contribution[]>> {
  const { random, asked } = noting();
  let now = state;
  for (let handNumber = now.board.handNumber; now.board.handNumber === handNumber; ) {
    const decision = decide(now, { type: 'timeout' }, { actor: CLOCK_ACTOR, now: LATER, random });
    if (!decision.ok) throw new Error(decision.rejection.code);
    now = decision.events.reduce(evolve, now);
  }
  return Object.fromEntries(asked);
}

describe('contributions to the chance of a game', () => {
  it('promise 4: those of the first players count from the draw for seats on', () => {
    const contributions = [
      { seat: 0, entropy: 'a die: 4' },
      { seat: 2, entropy: 'coins' },
    ];
    const { random, asked } = noting();
    const setup = {
      gameId: 'game',
      tableId: 'table',
      ruleset: rulesetOf({ preset: 'official-scored', 'seating.method': 'random' }),
      clock: CLOCK,
      seats: people(4).map((kind, seat) => ({ seat, player: `player ${seat}`, kind })),
      access: { private: false, spectators: true },
      handLimit: 100,
      fairness: { commitment: 'commitment', contributions },
    };
    const begun = replay(start(setup, { actor: CLOCK_ACTOR, now: NOW, random }));
    expect(Object.fromEntries(asked)).toEqual({ seating: contributions });
    expect(decide(begun, { type: 'timeout' }, { actor: CLOCK_ACTOR, now: NOW, random }).ok).toBe(true);
    expect(asked.get('deal/1')).toEqual(contributions);
  });

  it("promise 4: a newcomer's counts from his first hand, not while he waits", () => {
    const waiting = party({ 'players.max': 5 }, people(4))
      .until('revolution')
      .say(lobby, newcomer('new', 'human', 'late'));
    expect(waiting.events).toMatchObject([{ type: 'newcomerArrived', entropy: 'late' }]);
    const drawn = drawnUntilDealt(waiting);
    expect(drawn['revolution/1']).toEqual([]);
    expect(drawn['deal/2']).toEqual([{ seat: 4, entropy: 'late' }]);
  });

  it('promise 4: who gives up his place before the deal, or adds nothing, changes nothing', () => {
    const waiting = party({ 'players.max': 6 }, people(4))
      .until('play')
      .say(lobby, newcomer('gone', 'human', 'gone'))
      .say(lobby, newcomer('quiet'))
      .say(4, { type: 'leave' });
    expect(drawnUntilDealt(waiting)['deal/2']).toEqual([]);
  });

  it('promise 4: of several who come in at once, each counts, beside those of the beginning', () => {
    const waiting = party({ 'players.max': 6 }, people(4))
      .until('play')
      .say(lobby, newcomer('one', 'human', '1'))
      .say(lobby, newcomer('two', 'bot', '2'));
    const state = { ...waiting.state, contributions: [{ seat: 1, entropy: 'early' }] };
    expect(drawnUntilDealt(new Party(state))['deal/2']).toEqual([
      { seat: 1, entropy: 'early' },
      { seat: 4, entropy: '1' },
      { seat: 5, entropy: '2' },
    ]);
  });
});
