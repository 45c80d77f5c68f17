/** A simulated game as the service would have kept it: dealt from a seed that was committed to, with ids for names. */
import { createHash } from 'node:crypto';
import { randomOf } from '../../src/fairness/random.ts';
import { commitmentTo, type Seed } from '../../src/fairness/seed.ts';
import { replayOf } from '../../src/replays/document.ts';
import type { Contribution } from '../../src/rules/contribution.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import type { GamePlan } from '../../tools/simulation/plan.ts';
import { eventsOf, playGame } from '../../tools/simulation/play-game.ts';
import { WORLD, type World } from '../../tools/simulation/world.ts';

export const GAME_ID = '019b8f0a-0002-7001-8001-0000000d0201';
export const SEED: Seed = Uint8Array.from({ length: 32 }, (_, index) => index);

export interface FinishedGame {
  readonly events: readonly GameEvent[];
  /** As it is sent: parsed JSON, which a test may change. */
  readonly document: Document;
}

// biome-ignore lint/suspicious/noExplicitAny: tests change it at will
export type Document = any;

export function finishedGame(plan: GamePlan, contributions: readonly Contribution[] = []): FinishedGame {
  const events = eventsOf(playGame(plan, committed(contributions))).map(withIds);
  const document = replayOf(events, new Map(), Buffer.from(SEED).toString('hex'));
  return { events, document: JSON.parse(JSON.stringify(document)) };
}

/** The simulation's world, dealt from the seed; its clock never acts before the time is up. */
function committed(contributions: readonly Contribution[]): World {
  const { rules } = WORLD;
  return {
    random: () => randomOf(SEED),
    rules: {
      ...rules,
      start: (setup, context) =>
        rules.start(
          { ...setup, gameId: GAME_ID, fairness: { commitment: commitmentTo(SEED, GAME_ID), contributions } },
          context,
        ),
      decide: (state, command, context) => {
        const { deadline } = state.board;
        const early = command.type === 'timeout' && deadline !== null && deadline > context.now;
        return rules.decide(state, command, early ? { ...context, now: deadline } : context);
      },
    },
  };
}

function withIds(event: GameEvent): GameEvent {
  switch (event.type) {
    case 'gameStarted': {
      const seats = event.seats.map((seat) => ({ ...seat, player: idOf(seat.player) }));
      return { ...event, tableId: idOf('table'), seats };
    }
    case 'newcomerArrived':
      return { ...event, player: idOf(event.player) };
    default:
      return event;
  }
}

/** The same name, the same id. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
