/** What leaves this node after a commit: the public half once, and each seat's own half on the seat's own channel. */
import type { Bus } from '../ports/bus.ts';
import { disclose } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { PublicEvent } from '../rules/public-events.ts';
import type { State } from '../rules/state.ts';

/** A step as one channel brings it: as everybody may see it, or as one seat may. */
export interface PublishedStep {
  readonly after: number;
  readonly version: number;
  /** On the public channel: the seats that have more to see on their own. */
  readonly halves: readonly number[];
  readonly events: readonly PublicEvent[];
  /** The events as they travel, so that who passes them on need not serialise them again. */
  readonly text: string;
}

export const gameChannel = (gameId: string) => `game:${gameId}`;
export const seatChannel = (gameId: string, seat: number) => `game:${gameId}:${seat}`;

/** Seats' halves go first, so that they have usually arrived when the public half tells of them (decision 7). */
export function publishStep(bus: Bus, state: State, events: readonly GameEvent[]): void {
  const last = events.at(-1);
  if (last === undefined) return;
  const { gameId, seats } = state.board;
  const version = last.version;
  const after = version - events.length;
  const open = events.map((event) => disclose(event, 'spectator'));
  const openText = JSON.stringify(open);
  const halves: number[] = [];
  // `disclose` gives back the event itself where nothing is hidden from anybody.
  if (events.some((event, index) => event !== open[index])) {
    for (const { seat } of seats) {
      const ownText = JSON.stringify(events.map((event) => disclose(event, seat)));
      if (ownText === openText) continue;
      halves.push(seat);
      bus.publish(seatChannel(gameId, seat), written(after, version, [], ownText));
    }
  }
  bus.publish(gameChannel(gameId), written(after, version, halves, openText));
}

/** A head line, and below it the events, which the receiver hands on as they are. */
function written(after: number, version: number, halves: readonly number[], events: string): string {
  return `${JSON.stringify({ after, version, halves })}\n${events}`;
}

/** The inverse of what `publishStep` sends. */
export function readStep(message: string): PublishedStep {
  const end = message.indexOf('\n');
  const head: Pick<PublishedStep, 'after' | 'version' | 'halves'> = JSON.parse(message.slice(0, end));
  const text = message.slice(end + 1);
  return { ...head, events: JSON.parse(text), text };
}
