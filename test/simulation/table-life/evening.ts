/** One seed's evening: tables open, people gather, games are played, checked and followed by rematches, until it is enough. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededChance } from '../../../src/bots/chance.ts';
import type { Chance } from '../../../src/bots/policy.ts';
import type { WireEvent, WireView } from '../../../src/client/wire.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { replay, view } from '../../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { Viewer } from '../../../src/rules/public-events.ts';
import type { Fault } from '../../../tools/simulation/invariant.ts';
import { type Answer, type Call, createCall } from './calls.ts';
import type { Figures } from './figures.ts';
import { faultInHands, faultInLog, faultInStream, faultInView, type HandRow } from './ledger.ts';
import { Line } from './line.ts';
import { Patron } from './patron.ts';
import { type Wish, wishesOf } from './wish.ts';

export interface House {
  /** Addresses of the nodes. */
  readonly bases: readonly string[];
  readonly log: EventLog;
  readonly guest: (name: string) => Promise<{ readonly id: string; readonly name: string; readonly token: string }>;
}

/** Nothing may take so long: a game that does not move for this time hangs. */
const PATIENCE_MS = 60_000;
const TRIES = 200;
const FULL_OR_OVERTAKEN = new Set(['table_full', 'table_playing', 'table_closed', 'forbidden', 'not_ready']);

interface Table {
  readonly id: string;
  readonly state: 'open' | 'playing' | 'closed';
  readonly expiresAt: string | null;
  readonly host: { readonly id: string };
  readonly seats: readonly {
    readonly seat: number;
    readonly state: string;
    readonly ready: boolean;
    readonly player: { readonly id: string; readonly kind: string } | null;
  }[];
  readonly waiting: readonly unknown[];
  readonly gameId: string | null;
  readonly pastGameIds: readonly string[];
  readonly inviteCode: string | null;
}

/**
 * Everything but the order in which the service and the people come to act is decided by the seed.
 *
 * @param wanted at least so many hands, void ones counted in
 * @throws Error with the seed and the log of the game, when a table hangs or something does not hold
 */
export async function playEvening(house: House, seed: string, wanted: number, figures: Figures): Promise<void> {
  const evening = await gather(house, seed, figures);
  try {
    const isEnough = () => dealt(figures) >= wanted;
    while (!isEnough()) await evening.table(isEnough);
  } catch (error) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`seed ${seed}: ${said}\n${await evening.told()}`);
  } finally {
    evening.close();
  }
}

/** Hands that count, and those that do not. */
export function dealt(figures: Figures): number {
  return figures.of('hands') + figures.of('void hands (left)') + figures.of('void hands (consent)');
}

async function gather(house: House, seed: string, figures: Figures) {
  const { bases, log } = house;
  const chance = seededChance(`table life ${seed}`);
  const wishes = wishesOf(seed);
  const faults: string[] = [];
  const fault = (what: string) => void faults.push(what);
  const count = 2 + chance(4);
  const patrons: Patron[] = [];
  for (let number = 0; number < count; number += 1) {
    const guest = await house.guest(`Patron ${number}`);
    patrons.push(new Patron({ bases, guest, figures, fault, chance: seededChance(`table life ${seed}/${number}`) }));
  }
  const onlooker = await house.guest('Onlooker');
  const looksOn = createCall(bases, onlooker.token);
  let changed = (): void => {};
  const watching = new Line(
    { bases, token: onlooker.token, moved: () => changed(), fault: (what) => fault(`onlooker: ${what}`) },
    chance(bases.length),
  );
  let gameId: string | null = null;

  /** Waits until the onlooker sees something else than before. */
  async function nextSight(seen: number): Promise<WireSight> {
    const late = new AbortController();
    const moved = new Promise<void>((resolve) => {
      changed = resolve;
    });
    const isNew = () => (watching.game?.view.version ?? 0) > seen;
    if (!isNew()) {
      await Promise.race([moved, sleep(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    }
    late.abort();
    if (!isNew() && (await headOf(log, gameId)) <= seen) {
      throw new Error(`the table hangs: ${JSON.stringify(watching.game?.view)}`);
    }
    hold();
    const { phase = 'seating', version = seen } = watching.game?.view ?? {};
    return { phase, version };
  }

  /** Fails with the first thing that must not be. */
  function hold(found: Fault = null): void {
    if (found !== null) fault(found);
    if (faults.length > 0) throw new Error(faults.slice(0, 3).join('\n'));
  }

  const readTable = async (id: string): Promise<Table> =>
    mustBe(await looksOn<Table>(chance(2), 'GET', `/tables/${id}`), 200);
  const hostOf = (table: Table): Patron | undefined => patrons.find(({ id }) => id === table.host.id);

  async function openTable(wish: Wish): Promise<Table> {
    const host = patrons[chance(patrons.length)] ?? patrons[0];
    if (host === undefined) throw new Error('nobody is here');
    figures.add('tables');
    return mustBe(await host.call<Table>(chance(2), 'POST', '/tables', wish), 201);
  }

  /** Seats are taken and given up, bots fill the rest, and the host begins: once, whoever else begins as well. */
  async function begin(opened: Table, wish: Wish, invite: string): Promise<string> {
    const { min, max } = wish.ruleset.players;
    for (const patron of patrons) {
      const seated = opened.seats.some(({ player }) => player?.id === patron.id);
      const isHost = opened.host.id === patron.id;
      if (seated && !isHost && chance(6) === 0) {
        mustBe(await patron.call(chance(2), 'DELETE', `/tables/${opened.id}/seats/me`), 204);
      } else if (!seated && (isHost || chance(4) > 0)) {
        const answer = await patron.call(chance(2), 'POST', `/tables/${opened.id}/seats`, { invite });
        if (answer.refusal?.code !== 'table_full') mustBe(answer, 200);
      }
    }
    const size = min + chance(max - min + 1);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const table = await readTable(opened.id);
      const host = hostOf(table);
      if (host === undefined) throw new Error('the table has no host');
      const taken = table.seats.filter(({ state }) => state === 'taken');
      const bot = taken.findLast(({ player }) => player?.kind === 'builtIn');
      if (taken.length < size) {
        const level = chance(2) === 0 ? 'greedy' : 'random';
        mustBe(await host.call(chance(2), 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level }), 201);
      } else if (taken.length > size && bot !== undefined) {
        mustBe(await host.call(chance(2), 'DELETE', `/tables/${table.id}/seats/${bot.seat}`), 200);
      } else {
        await sayReady(table);
        const starts = await Promise.all(
          Array.from({ length: 1 + chance(2) }, (_, node) =>
            host.call<Table>(node, 'POST', `/tables/${table.id}/start`),
          ),
        );
        const begun = starts.map((answer) => mustBe(answer, 200, 201).gameId);
        if (begun[0] == null || begun.some((id) => id !== begun[0])) throw new Error(`games began: ${begun}`);
        return begun[0];
      }
    }
    throw new Error('no game begins');
  }

  async function sayReady(table: Table): Promise<void> {
    for (const { player, ready } of table.seats) {
      const patron = patrons.find(({ id }) => id === player?.id);
      if (patron === undefined || ready) continue;
      mustBe(await patron.call(chance(2), 'PUT', `/tables/${table.id}/ready`, { ready: true }), 200);
    }
  }

  /** Too few are left: the host fills the table up, or ends the game (R-LEAVE-9). */
  async function helpOut(tableId: string): Promise<void> {
    const ends = chance(4) === 0;
    figures.add('tables that waited for players');
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (watching.game?.view.phase !== 'waiting') return;
      const table = await readTable(tableId);
      const body = { kind: 'builtIn', level: 'greedy' };
      const host = hostOf(table);
      if (table.state !== 'playing' || host === undefined) return;
      const { refusal } = ends
        ? await host.call(chance(2), 'POST', `/tables/${tableId}/end`)
        : await host.call(chance(2), 'POST', `/tables/${tableId}/bots`, body);
      if (refusal !== null && !FULL_OR_OVERTAKEN.has(refusal.code)) throw new Error(JSON.stringify(refusal));
      await sleep(20);
    }
    throw new Error(`the table cannot be helped: ${JSON.stringify(await readTable(tableId))}`);
  }

  async function play(tableId: string, invite: string): Promise<void> {
    if (gameId === null) throw new Error('no game has begun');
    watching.follow(gameId);
    for (const patron of patrons) patron.follow(gameId, { tableId, invite });
    let sight: WireSight = { phase: 'seating', version: 0 };
    while (sight.phase !== 'ended') {
      sight = await nextSight(sight.version);
      if (sight.phase === 'waiting') await helpOut(tableId);
    }
    // Whoever sees the end later than others may still be about something.
    for (const { line } of patrons) await atEnd(line, sight.version);
    await Promise.all(patrons.map((patron) => patron.settled()));
  }

  async function check(id: string): Promise<void> {
    const stored = await log.read(id, 0);
    const events = stored.map(({ event }) => event);
    figures.count(events);
    figures.add('events', events.length);
    hold(faultInLog(stored));
    const state = replay(events);
    for (const [node] of bases.entries()) {
      const shown = mustBe(await looksOn<WireView>(node, 'GET', `/games/${id}`), 200);
      hold(faultInView(`on node ${node}`, shown, view(state, 'spectator'), ['deck']));
      const { items } = mustBe(await looksOn<{ items: HandRow[] }>(node, 'GET', `/games/${id}/hands`), 200);
      hold(faultInHands(items, events));
    }
    hold(await faultInPages(looksOn, id, events, chance));
    for (const { line, call, name } of [...patrons, { line: watching, call: looksOn, name: 'onlooker' }]) {
      const end = await atEnd(line, events.length);
      hold(faultInStream(line.seen, events));
      const wire = mustBe(await call<WireView>(chance(2), 'GET', `/games/${id}`), 200);
      // Whoever gave up his seat while he followed the game goes on seeing it from there.
      hold(faultInView(`of ${name}`, end, wire, wire.you === null ? ['you', 'exchanges'] : []));
    }
  }

  /** Every stream leads to the end of the game by itself. */
  async function atEnd(line: Line, version: number) {
    for (let waited = 0; line.game?.view.version !== version || !line.over; waited += 20) {
      if (waited > PATIENCE_MS) throw new Error(`a stream stays at ${JSON.stringify(line.game?.view)}`);
      await sleep(20);
      hold();
    }
    return line.game.view;
  }

  async function afterGame(tableId: string): Promise<Table> {
    for (let waited = 0; waited <= PATIENCE_MS; waited += 20) {
      const table = await readTable(tableId);
      if (table.state !== 'playing') return table;
      await sleep(20);
    }
    throw new Error('the table does not learn that its game is over');
  }

  return {
    /** One table with all its games. */
    async table(isEnough: () => boolean): Promise<void> {
      const wish = wishes.next().value;
      let table = await openTable(wish);
      const invite = table.inviteCode ?? '';
      for (;;) {
        gameId = await begin(table, wish, invite);
        await play(table.id, invite);
        await check(gameId);
        if (chance(2) === 0) await afterGame(table.id);
        // At once, the table's row may not know yet that the game is over, nor whose the table is now.
        const closed = await afterGame(table.id);
        if (closed.expiresAt === null) {
          figures.add('tables closed for good');
          return;
        }
        const host = hostOf(closed);
        if (host === undefined) throw new Error(`nobody hosts ${JSON.stringify(closed)}`);
        if (isEnough() || chance(4) === 0) {
          mustBe(await host.call(chance(2), 'POST', `/tables/${table.id}/end`), 200);
          return;
        }
        table = mustBe(await host.call<Table>(chance(2), 'POST', `/tables/${table.id}/rematch`), 201);
        figures.add('rematches');
      }
    },

    async told(): Promise<string> {
      if (gameId === null) return 'no game has begun';
      const lines = (await log.read(gameId, 0)).map(({ event }) => JSON.stringify(event));
      return `game ${gameId}\n${lines.join('\n')}`;
    },

    close(): void {
      for (const { line } of patrons) line.close();
      watching.close();
    },
  };
}

interface WireSight {
  readonly phase: string;
  readonly version: number;
}

async function headOf(log: EventLog, gameId: string | null): Promise<number> {
  return gameId === null ? 0 : ((await log.heads([gameId])).get(gameId) ?? 0);
}

/** The whole game once more, page by page, from the beginning. */
async function faultInPages(call: Call, gameId: string, log: readonly GameEvent[], chance: Chance): Promise<Fault> {
  const viewer: Viewer = 'spectator';
  const seen: { viewer: Viewer; event: WireEvent }[] = [];
  for (let more = true; more; ) {
    const path = `/games/${gameId}/events?after=${seen.length}&limit=${50 + chance(200)}`;
    const page = mustBe(await call<{ events: WireEvent[]; more: boolean }>(chance(2), 'GET', path), 200);
    seen.push(...page.events.map((event) => ({ viewer, event })));
    more = page.more;
  }
  if (seen.length !== log.length) return `${seen.length} of ${log.length} events in pages`;
  return faultInStream(seen, log);
}

function mustBe<Body>({ status, body, refusal }: Answer<Body>, ...wanted: readonly number[]): Body {
  if (!wanted.includes(status)) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(refusal)}`);
  return body as Body;
}
