/** Games for the load: six people at each table, and what each of them knows, advanced by what happens. */
import { fromSnapshot } from '../../src/client/game-view.ts';
import { createHttp } from '../../src/client/http.ts';
import type { WireView } from '../../src/client/wire.ts';
import type { Command } from '../../src/rules/commands.ts';
import { advance } from '../../src/rules/dalmuti.ts';
import type { PublicEvent } from '../../src/rules/public-events.ts';
import type { View } from '../../src/rules/view.ts';

export interface LoadedGame {
  readonly gameId: string;
  /** Access tokens, by seat. */
  readonly tokens: readonly string[];
}

export const SEATS = 6;

const PATIENCE_MS = 10_000;

/** Before anything is counted. */
export const WARM_UP_MS = 1000;

/** @returns so many games that have begun, with players of their own and no clock */
export async function beginGames(base: string, games: number): Promise<readonly LoadedGame[]> {
  return Promise.all(Array.from({ length: games }, async () => beginGame(base, await sixGuests(base))));
}

/** Begins so many games of the same six, a few at a time; each waits for its first answer. */
export async function beginIdleGames(base: string, games: number): Promise<void> {
  const tokens = await sixGuests(base);
  let begun = 0;
  const begin = async () => {
    while (begun++ < games) await look(base, await beginGame(base, tokens));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, begin));
}

const AT_ONCE = 8;

async function sixGuests(base: string): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const guest = { name: `Player ${seat}` };
    const { accessToken } = await createHttp(base)<{ accessToken: string }>('POST', '/v1/guests', guest);
    tokens.push(accessToken);
  }
  return tokens;
}

async function beginGame(base: string, tokens: readonly string[]): Promise<LoadedGame> {
  const calls = tokens.map((token) => createHttp(base, token));
  const [host] = calls;
  if (host === undefined) throw new Error('nobody came');
  const { id } = await host<{ id: string }>('POST', '/v1/tables', {
    ruleset: { end: { hands: null } },
    clock: { pauseSeconds: 0, turnSeconds: null, taxSeconds: null, revolutionSeconds: null },
  });
  for (const call of calls) {
    await call('POST', `/v1/tables/${id}/seats`);
    await call('PUT', `/v1/tables/${id}/ready`, { ready: true });
  }
  const { gameId } = await host<{ gameId: string }>('POST', `/v1/tables/${id}/start`);
  return { gameId, tokens };
}

/** What all six know: but for a deal and an exchange, what one of them is told of a step advances them all. */
export interface Knowledge {
  views: readonly View[];
}

/** Asks for the six views until somebody is asked for something: between hands the next deal comes by itself. */
export async function look(base: string, { gameId, tokens }: LoadedGame): Promise<Knowledge> {
  for (let until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const views = await Promise.all(
      tokens.map(async (token) => {
        const view = await createHttp(base, token)<WireView>('GET', `/v1/games/${gameId}`);
        return fromSnapshot(view).view;
      }),
    );
    if (new Set(views.map(({ version }) => version)).size === 1 && asked({ views }) !== null) return { views };
  }
  throw new Error(`game ${gameId} asks nobody for anything`);
}

/** Who is to answer, with the first of his legal commands. */
export function asked({ views }: Knowledge): { readonly seat: number; readonly command: Command } | null {
  for (const { you } of views) {
    const [command] = you?.legal ?? [];
    if (you !== null && command !== undefined) return { seat: you.seat, command };
  }
  return null;
}

const PRIVATE: ReadonlySet<PublicEvent['type']> = new Set(['handDealt', 'taxesExchanged']);

/**
 * @param by who sent the command; in the revolution window only he is told that the answer was his
 * @returns whether the six still know everything; otherwise they must look again
 */
export function learn(knowledge: Knowledge, events: readonly PublicEvent[], by: number): boolean {
  if (events.some(({ type }) => PRIVATE.has(type))) return false;
  const told = events.map((event) =>
    event.type === 'revolutionAnswered' ? { ...event, seat: by, call: false } : event,
  );
  knowledge.views = knowledge.views.map((view) => told.reduce(advance, view));
  return asked(knowledge) !== null;
}
