/** Finished games move between servers as documents; whoever takes one in checks it first. */
import { isDeepStrictEqual } from 'node:util';
import { fingerprint } from '../games/fingerprint.ts';
import type { Seeds } from '../games/seeds.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Player } from '../http/identity.ts';
import { placesOf } from '../lobby/record.ts';
import type { EventLog } from '../ports/event-log.ts';
import { STATE_VERSION } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { State } from '../rules/state.ts';
import type { Replay } from './schemas.ts';
import { placed, verifyReplay } from './verify.ts';

export type Imported =
  | { readonly outcome: 'imported' | 'known'; readonly gameId: string }
  /** Nothing was changed; the reason is one sentence for people. */
  | { readonly outcome: 'refused'; readonly reason: string };

export interface Transfer {
  /** May be repeated, also after a crash. @param document parsed JSON, of whatever shape */
  importGame(document: unknown): Promise<Imported>;
}

export interface TransferNeeds {
  readonly log: EventLog;
  readonly seeds: Seeds;
  readonly prisma: PrismaClient;
}

export function createTransfer({ log, seeds, prisma }: TransferNeeds): Transfer {
  return {
    async importGame(document) {
      const verdict = verifyReplay(document);
      if (!verdict.ok) return { outcome: 'refused', reason: placed(verdict) };
      const replay = document as Replay;
      const { gameId } = verdict;
      const events = verdict.steps.flat();
      if (await isKept(gameId)) return isTheSame(events, verdict.state);
      await keepPlayers(replay);
      await seeds.adopt(gameId, Buffer.from(replay.proof.seed, 'hex'));
      const step = { gameId, after: 0, actor: 'import', key: 'import', fingerprint: fingerprint('import'), events };
      const written = await log.append({ ...step, wake: null });
      if (written.outcome !== 'appended') return isTheSame(events, verdict.state);
      await keepRest(events, verdict.state);
      return { outcome: 'imported', gameId };
    },
  };

  async function isKept(gameId: string): Promise<boolean> {
    return (await log.heads([gameId])).has(gameId);
  }

  async function isTheSame(events: readonly GameEvent[], state: State): Promise<Imported> {
    const { gameId } = state.board;
    const kept = (await log.read(gameId, 0)).map(({ event }) => event);
    if (!isDeepStrictEqual(kept, JSON.parse(JSON.stringify(events)))) {
      return { outcome: 'refused', reason: `Another game of the id ${gameId} is here already.` };
    }
    // A crash may have come before this.
    await keepRest(events, state);
    return { outcome: 'known', gameId };
  }

  /** Who is known here keeps his name; the others can be seen, and cannot log in. */
  async function keepPlayers(replay: Replay): Promise<void> {
    const data = playersOf(replay).map(({ id, name, kind }) => ({ id, name, kind }));
    await prisma.player.createMany({ data, skipDuplicates: true });
  }

  /** What is made from the events: with a snapshot no reader evolves the whole game. */
  async function keepRest(events: readonly GameEvent[], state: State): Promise<void> {
    const { gameId, version } = state.board;
    await log.writeSnapshot(gameId, { version, stateVersion: STATE_VERSION, state });
    await keepHistory(events);
  }

  async function keepHistory(events: readonly GameEvent[]): Promise<void> {
    const [started, last] = [events[0], events.at(-1)];
    if (started?.type !== 'gameStarted' || last?.type !== 'gameEnded') return;
    const { gameId, tableId, ruleset, access } = started;
    const seats = events.flatMap((event) => {
      if (event.type === 'newcomerArrived') return [{ seat: event.seat, player: event.player, at: event.at }];
      if (event.type !== 'gameStarted') return [];
      return event.seats.map(({ seat, player }) => ({ seat, player, at: event.at }));
    });
    const places = new Map(placesOf(seats, last.standings).map((place) => [place.playerId, place]));
    // A document does not tell whether its table was in the list; who may watch the game, it does.
    const listed = !access.private && access.spectators;
    const data = seats.map(({ seat, player, at }) => ({
      gameId,
      tableId,
      playerId: player,
      seat,
      startedAt: new Date(at),
      endedAt: new Date(last.at),
      preset: ruleset.preset,
      listed,
      delaySeconds: access.delaySeconds ?? 0,
      rank: places.get(player)?.rank ?? null,
      total: places.get(player)?.total ?? null,
      longestReign: places.get(player)?.longestReign ?? null,
    }));
    await prisma.gamePlayer.createMany({ data, skipDuplicates: true });
  }
}

function playersOf({ events }: Replay): readonly Player[] {
  return events.flatMap((event) => {
    if (event.type === 'gameStarted') return event.seats.map(({ player }) => player);
    return event.type === 'newcomerArrived' ? [event.player] : [];
  });
}
