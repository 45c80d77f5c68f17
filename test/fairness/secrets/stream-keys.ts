/** The keys of a game's streams, from its seed, by the words of docs/FAIRNESS.md: whoever has one can deal a hand. */
import { createHmac } from 'node:crypto';
import type { Contribution } from '../../../src/rules/contribution.ts';
import type { GameEvent } from '../../../src/rules/events.ts';

export interface StreamKey {
  readonly purpose: string;
  readonly contributions: readonly Contribution[];
  readonly key: Buffer;
}

/** Of every purpose that the game may have drawn for. @param contributions what the players added before the start */
export function streamKeys(
  seed: Uint8Array,
  events: readonly GameEvent[],
  contributions: readonly Contribution[],
): readonly StreamKey[] {
  return purposesOf(events).map((purpose) => ({ purpose, contributions, key: keyOf(seed, purpose, contributions) }));
}

function keyOf(seed: Uint8Array, purpose: string, contributions: readonly Contribution[]): Buffer {
  const lines = contributions.toSorted((a, b) => a.seat - b.seat).map(({ seat, entropy }) => `${seat} ${entropy}\n`);
  return createHmac('sha256', seed)
    .update(`dalmuti stream v1\n${purpose}\n${lines.join('')}`)
    .digest();
}

function purposesOf(events: readonly GameEvent[]): readonly string[] {
  const hands = events.flatMap((event) => (event.type === 'handDealt' ? [event.handNumber] : []));
  const ofHand = (hand: number) => [
    `deal/${hand}`,
    `revolution/${hand}`,
    `merchant/give/${hand}`,
    `merchant/take/${hand}`,
  ];
  return ['seating', ...hands.flatMap(ofHand)];
}
