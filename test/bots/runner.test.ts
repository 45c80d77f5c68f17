/** What the runner does with refusals: somebody faster is no error, and a fault of a bot never holds up a table. */
import { expect, test } from 'vitest';
import { createBots } from '../../src/bots/runner.ts';
import type { HandleRequest } from '../../src/games/handle.ts';
import { problem, ruleProblem } from '../../src/http/problem.ts';
import { view } from '../../src/rules/dalmuti.ts';
import { stateIn } from './situations.ts';

const state = stateIn('play');
const { turn, asked, gameId } = state.board;
const seat = turn ?? 0;

function runner(answers: readonly (() => never)[]) {
  const sent: HandleRequest[] = [];
  const told: object[] = [];
  const playBots = createBots({
    level: async () => 'greedy',
    entropy: (bytes) => new Uint8Array(bytes),
    logger: { error: (details) => told.push(details) },
    handle: async (request) => {
      sent.push(request);
      answers[sent.length - 1]?.();
      return { first: asked + 1, version: asked + 1, replayed: false, events: [], state };
    },
  });
  return { playBots, sent, told };
}

function refuse(error: Error): () => never {
  return () => {
    throw error;
  };
}

test('an answer goes out under a key that names the question and the seat, so that all nodes use the same', async () => {
  const { playBots, sent } = runner([]);
  await playBots(state);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    gameId,
    sender: { kind: 'player', id: state.board.seats[seat]?.player },
    key: `bot:${asked}:${seat}`,
    expectedVersion: asked,
  });
  expect(view(state, seat).you?.legal).toContainEqual(sent[0]?.command);
});

test.each([problem('version_conflict', 'too late'), problem('idempotency_key_reused', 'another node chose otherwise')])(
  'overtaken by another node ($code): nothing more is done',
  async (overtaken) => {
    const { playBots, sent, told } = runner([refuse(overtaken)]);
    expect(await playBots(state)).toBeNull();
    expect(sent).toHaveLength(1);
    expect(told).toEqual([]);
  },
);

test('promise 5: a bot whose command the rules refuse makes the default move, and the operator is told', async () => {
  const { playBots, sent, told } = runner([refuse(ruleProblem('E_RANK', 'The set does not beat the trick', 'no'))]);
  expect(await playBots(state)).toBe(state);
  expect(sent[1]).toMatchObject({ key: `bot:${asked}:${seat}:default`, command: view(state, seat).you?.onTimeout });
  expect(told).toEqual([{ gameId, seat, code: 'rule_rank' }]);
});

test('a log that is away is no refusal: the wake is tried again', async () => {
  const away = problem('unavailable', 'The game cannot be reached just now.');
  await expect(runner([refuse(away)]).playBots(state)).rejects.toBe(away);
});
