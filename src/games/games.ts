/** Everything about games in one place: what the rest of the service may ask of them. */
import type { FastifyBaseLogger } from 'fastify';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { answerInTime } from '../http/answer-in-time.ts';
import { problem } from '../http/problem.ts';
import { createReader } from '../http/reader.ts';
import type { Directory } from '../identity/directory.ts';
import type { Bus } from '../ports/bus.ts';
import type { EventLog, Wake } from '../ports/event-log.ts';
import type { Entropy, SystemClock, Vault } from '../ports/system.ts';
import type { GameEvent } from '../rules/events.ts';
import type { State } from '../rules/state.ts';
import type { SubmitCommand } from '../streams/topics.ts';
import { createFollow, type Follow } from './follow.ts';
import { createHandle, type Handle, whenUnavailable } from './handle.ts';
import { createMayKnow } from './known.ts';
import { createStates, type States } from './load.ts';
import { createPast } from './past.ts';
import { createPresence, type Presence } from './presence.ts';
import { createQueue } from './queue.ts';
import { CommandSchema, type SentCommand } from './schemas/commands.ts';
import { createSeeds, type Seeds } from './seeds.ts';
import { createEyes, type Eyes } from './seen.ts';
import { createStart, type Started, type StartRequest } from './start.ts';
import { createTableSide, type TableSide } from './table-side.ts';
import { type Patience, wakeFor } from './wake.ts';

export interface Games extends Eyes {
  readonly handle: Handle;
  /** A `command` frame of a socket. */
  readonly submit: SubmitCommand;
  readonly start: (request: StartRequest) => Promise<Started>;
  /** What happens at the table of a running game. */
  readonly atTable: TableSide;
  readonly states: States;
  readonly seeds: Seeds;
  readonly follow: Follow;
  readonly presence: Presence;
  close(): Promise<void>;
}

export interface GamesNeeds {
  readonly prisma: PrismaClient;
  readonly log: EventLog;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly entropy: Entropy;
  readonly vault: Vault;
  readonly directory: Directory;
  readonly logger: FastifyBaseLogger;
  readonly nodeId: string;
  readonly handLimit: number;
  readonly botHandLimit: number;
  readonly patience: Patience;
  /** Makes deals reproducible: demo and tests only. */
  readonly demoSeed?: string | undefined;
  /** Told of each step that this node has appended, with what is to happen next. */
  readonly appended: (state: State, events: readonly GameEvent[], wake: Wake) => void;
}

const MOST_STATES = 5000;
/** Senders whose commands keep a game going (`nameOf` in handle.ts). */
const URGENT = new Set(['clock', 'standIn', 'operator']);

export async function createGames(needs: GamesNeeds): Promise<Games> {
  const { log, bus, clock, directory, logger } = needs;
  const failed = (error: unknown) => logger.warn({ err: error }, 'a game could not be read; it will be tried again');
  const states = createStates(log, MOST_STATES);
  const mayKnow = createMayKnow({ states, log, clock });
  const seeds = createSeeds(needs);
  const queue = createQueue({ atOnce: 1, maxPerSender: 16, maxWaiting: 256, first: URGENT });
  const outside = createQueue({ atOnce: 4, maxPerSender: 4, maxWaiting: 1000 });
  const street = {
    log,
    states,
    mayKnow,
    seeds,
    bus,
    clock,
    queue,
    outside,
    handLimit: needs.handLimit,
    botHandLimit: needs.botHandLimit,
    wakeFor: (state: State, now: number) => wakeFor(state, now, needs.patience),
    appended(state: State, events: readonly GameEvent[], wake: Wake) {
      // Void hands too: however many follow each other, what is read after the snapshot is one hand.
      if (events.some(({ type }) => type === 'handEnded' || type === 'handVoided'))
        states.snapshot(state).catch(failed);
      needs.appended(state, events, wake);
    },
  };
  const handle = createHandle(street);
  const presence = await createPresence(bus, clock, needs.nodeId);
  const past = createPast({ log, clock });
  const eyes = createEyes({ states, past, mayKnow, clock });
  const follow = createFollow({ log, states, past, eyes, bus, clock, directory, presence, failed });

  return {
    handle,
    start: createStart(street),
    atTable: createTableSide({ handle, states }),
    states,
    seeds,
    ...eyes,
    follow,
    presence,

    async submit(identity, { gameId, key, command }) {
      if (!identity.scopes.includes('play')) {
        throw problem('scope_missing', 'This needs the scope play.', { requiredScope: 'play' });
      }
      const { command: wanted, expectedVersion } = parseCommand(command);
      const sender = { kind: 'player', id: identity.id } as const;
      try {
        const handled = handle({ gameId, sender, key, command: wanted, expectedVersion });
        const { version, replayed } = await answerInTime(handled);
        return { version, replayed };
      } catch (error) {
        throw whenUnavailable(error);
      }
    },

    async close() {
      await follow.close();
      await presence.close();
    },
  };
}

const readCommand = createReader(CommandSchema);

/** @throws Problem `invalid_request` with a pointer to each fault */
function parseCommand(sent: unknown) {
  const read = readCommand(sent);
  if (read.ok) return splitCommand(read.value);
  // The command stands inside of a frame.
  const errors = read.errors.map((fault) => ({ ...fault, pointer: fault.pointer.replace('#', '#/command') }));
  throw problem('invalid_request', 'The command is not valid.', { errors });
}

/** The rules know nothing of `expectedVersion`. */
export function splitCommand({ expectedVersion, ...command }: SentCommand) {
  return { command, expectedVersion: expectedVersion ?? null };
}
