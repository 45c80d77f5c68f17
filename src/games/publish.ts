/** What leaves this node after a commit: the public half once, and each seat's own half on the seat's own channel. */
import type { Bus } from '../ports/bus.ts';
import { disclose } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { PublicEvent } from '../rules/public-events.ts';
import type { State } from '../rules/state.ts';

/** A step as everybody may see it; `halves` names the seats that have more to see on their own channel. */
export interface PublicStep {
  readonly after: number;
  readonly version: number;
  readonly events: readonly PublicEvent[];
  readonly halves: readonly number[];
}

/** The same step as one seat may see it. */
export interface SeatStep {
  readonly after: number;
  readonly version: number;
  readonly events: readonly PublicEvent[];
}

export const gameChannel = (gameId: string) => `game:${gameId}`;
export const seatChannel = (gameId: string, seat: number) => `game:${gameId}:${seat}`;

/** Seats' halves go first, so that they have usually arrived when the public half tells of them (decision 7). */
export function publishStep(bus: Bus, state: State, events: readonly GameEvent[]): void {
  const last = events.at(-1);
  if (last === undefined) return;
  const { gameId, seats } = state.board;
  const step = { after: last.version - events.length, version: last.version };
  const open = events.map((event) => disclose(event, 'spectator'));
  const openText = JSON.stringify(open);
  const halves: number[] = [];
  if (events.some((event, index) => event !== open[index])) {
    for (const { seat } of seats) {
      const own: SeatStep = { ...step, events: events.map((event) => disclose(event, seat)) };
      if (JSON.stringify(own.events) === openText) continue;
      halves.push(seat);
      bus.publish(seatChannel(gameId, seat), JSON.stringify(own));
    }
  }
  bus.publish(gameChannel(gameId), JSON.stringify({ ...step, events: open, halves } satisfies PublicStep));
}
