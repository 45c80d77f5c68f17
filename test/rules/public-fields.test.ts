/** No event has a field that nobody placed: in the types, and in games that were played. */
import { readdirSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import { disclose } from '../../src/rules/dalmuti.ts';
import type { EventOf, GameEvent } from '../../src/rules/events.ts';
import { PUBLIC_FIELDS, type Unplaced } from '../../src/rules/public-fields.ts';
import { readGolden } from './golden/golden-game.ts';

it('decision 2: a new field of an event that is public as a whole is refused by the compiler', () => {
  type Passed = EventOf<'playerPassed'>;
  type Placed = (typeof PUBLIC_FIELDS)['playerPassed'][number];
  expectTypeOf<Unplaced<Passed, Placed>>().toEqualTypeOf<never>();
  expectTypeOf<Unplaced<Passed & { readonly holding: string }, Placed>>().toEqualTypeOf<'holding'>();
});

const folder = new URL('golden/', import.meta.url);
const events: readonly GameEvent[] = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => readGolden(new URL(name, folder)))
  .flatMap(({ opening, moves }) => [...opening, ...moves.flatMap((move) => move.events)]);

it('decision 2: events that are public as a whole have the fields of their list and no other', () => {
  const lists: Readonly<Record<string, readonly string[]>> = PUBLIC_FIELDS;
  const whole = events.filter(({ type }) => lists[type] !== undefined);
  expect(new Set(whole.map(({ type }) => type)).size).toBeGreaterThan(20);
  for (const event of whole) {
    const { version: _v, at: _a, cause: _c, type, ...fields } = event;
    expect(Object.keys(fields).sort(), type).toEqual([...(lists[type] ?? [])].sort());
  }
});

it('decision 2: a field that is added to any other event reaches no viewer', () => {
  const lists: Readonly<Record<string, readonly string[]>> = PUBLIC_FIELDS;
  const redacted = events.filter(({ type }) => lists[type] === undefined);
  expect(new Set(redacted.map(({ type }) => type)).size).toBeGreaterThan(10);
  for (const event of redacted) {
    const shown = disclose(Object.assign({}, event, { holding: 'secret' }), 'spectator');
    expect(JSON.stringify(shown), event.type).not.toContain('secret');
  }
});
