/** Steps for tests of the log: it does not read what it keeps, so any well-formed events will do. */
import { randomUUID } from 'node:crypto';
import type { NewStep } from '../../src/ports/event-log.ts';
import type { GameEvent } from '../../src/rules/events.ts';

export interface StepParts extends Partial<Omit<NewStep, 'events'>> {
  /** How many events the step has; one unless said otherwise. */
  readonly count?: number;
}

/** A step of a new game, or of the one that is named, with whatever else is given. */
export function aStep({ count = 1, ...given }: StepParts = {}): NewStep {
  const after = given.after ?? 0;
  return {
    gameId: given.gameId ?? randomUUID(),
    after,
    actor: given.actor ?? 'ann',
    key: given.key ?? randomUUID(),
    fingerprint: given.fingerprint ?? 'fingerprint',
    events: Array.from({ length: count }, (_, index) => anEvent(after + 1 + index)),
    wake: given.wake === undefined ? { reason: 'clock', delayMs: 60_000, botsOnly: false } : given.wake,
  };
}

export function anEvent(version: number): GameEvent {
  return {
    type: 'setPlayed',
    version,
    at: '2026-01-05T19:00:00.000Z',
    cause: 'player',
    seat: 2,
    cards: ['7', '7'],
    rank: 7,
    left: 5,
  };
}
