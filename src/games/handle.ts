/**
 * READ FIRST. The whole product in one function: a command comes in, the rules decide, the log makes it durable, and only
 * then is it published.
 *
 *     command -> decide(state, command, context) -> events -> append -> evolve -> redact per viewer -> publish
 */
import { Problem, problem, ruleProblem } from '../http/problem.ts';
import { RULE_TITLES } from '../http/rule-titles.ts';
import type { Bus } from '../ports/bus.ts';
import { type EventLog, LogUnavailable, type StepRecord, type Wake } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Command, ServiceCommand } from '../rules/commands.ts';
import type { Actor, Random } from '../rules/context.ts';
import { askedSince, decide } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { Seat } from '../rules/seats.ts';
import type { State } from '../rules/state.ts';
import { delayMsOf, noSuchGame, seatOf, viewerIn } from './access.ts';
import { fingerprint } from './fingerprint.ts';
import type { MayKnow } from './known.ts';
import type { States } from './load.ts';
import { publishStep } from './publish.ts';
import type { Queue } from './queue.ts';
import type { Seeds } from './seeds.ts';

export type Sender =
  | { readonly kind: 'player'; readonly id: string }
  /** Whoever plays a seat on while its owner is away (R-LEAVE-3). */
  | { readonly kind: 'standIn'; readonly seat: Seat }
  /** The lobby: who sits down in a running game, and what its host decides. */
  | { readonly kind: 'table' }
  /** Whoever keeps order in the service. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'clock' };

export interface HandleRequest {
  readonly gameId: string;
  readonly sender: Sender;
  /** Made by the sender before the first attempt; unique for him in this game. */
  readonly key: string;
  readonly command: Command | ServiceCommand;
  /** The version that the sender decided on; `null` when he does not say. */
  readonly expectedVersion: number | null;
}

export interface Handled {
  /** Versions of the first and last event that the command led to, now or when it was first carried out. */
  readonly first: number;
  readonly version: number;
  readonly replayed: boolean;
  readonly events: readonly GameEvent[];
  /** The newest state, which may be beyond `version`. */
  readonly state: State;
}

/** @throws Problem `not_found`, `version_conflict`, `rule_…`, `idempotency_key_reused`, `unavailable` */
export type Handle = (request: HandleRequest) => Promise<Handled>;

export interface HandleNeeds {
  readonly log: EventLog;
  readonly states: States;
  readonly mayKnow: MayKnow;
  readonly seeds: Seeds;
  readonly bus: Bus;
  readonly clock: SystemClock;
  /** Commands of one game, one after the other. */
  readonly queue: Queue;
  /** Commands of callers who, as far as this node knows, hold no seat in the game; of all games together. */
  readonly outside: Queue;
  readonly wakeFor: (state: State, now: number) => Wake;
  /** Told of every step that this node has appended, after it was published. */
  readonly appended: (state: State, events: readonly GameEvent[], wake: Wake) => void;
}

/** A stale writer catches up and decides again; so often only when many nodes fight for one game. */
const MOST_ATTEMPTS = 8;

export function createHandle(needs: HandleNeeds): Handle {
  const { log, states, mayKnow, seeds, bus, clock, queue, outside, wakeFor, appended } = needs;

  return async (request) => {
    const { gameId, sender } = request;
    const inLine = () =>
      queue.run(gameId, nameOf(sender), async () => carryOut(request, await states.known(gameId), true));
    // A caller without a seat cannot move the game, so they never wait where its players do (decision 4).
    if (sender.kind !== 'player' || isSeated(states.held(gameId), sender.id)) return inLine();
    const settled = await outside.run('', sender.id, () => fromOutside(request, sender.id));
    return settled ?? inLine();
  };

  /** @returns `null` for a player who holds a seat after all */
  async function fromOutside(request: HandleRequest, playerId: string): Promise<Handled | null> {
    if (!(await mayKnow(request.gameId, playerId))) throw noSuchGame();
    const state = await states.fresh(request.gameId);
    return isSeated(state, playerId) ? null : carryOut(request, state, false);
  }

  /** @param mayBeStale whether there may be more in the log than `state` has */
  async function carryOut(request: HandleRequest, from: State | null, mayBeStale: boolean): Promise<Handled> {
    const mark = fingerprint([request.command, request.expectedVersion]);
    const actorId = nameOf(request.sender);
    let state = from;
    const chance = state === null ? null : await seeds.chance(request.gameId);

    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      // 1. Decide on what this node knows.
      const outcome = decideOn(state, request, chance?.() ?? null);

      // 2. A refusal may be due to a stale state, or the command may have been carried out long ago: look before answering.
      if (outcome instanceof Problem) {
        const [done, newest] = await Promise.all([
          log.findStep(request.gameId, actorId, request.key),
          mayBeStale ? states.fresh(request.gameId) : state,
        ]);
        if (done !== null) return repeated(request, done, mark);
        if (!mayBeStale || newest === state) throw outcome;
        state = newest;
        mayBeStale = false;
        continue;
      }

      // 3. Make it durable.
      const { before, events, next } = outcome;
      const wake = wakeFor(next, clock.now());
      const written = await log.append({
        gameId: request.gameId,
        after: before.board.version,
        actor: actorId,
        key: request.key,
        fingerprint: mark,
        events,
        wake,
      });
      if (written.outcome === 'repeated') return repeated(request, written.step, mark);
      if (written.outcome === 'conflict') {
        state = await states.fresh(request.gameId);
        mayBeStale = false;
        continue;
      }

      // 4. Only now is it true: keep it, tell everybody, answer.
      states.keep(next);
      publishStep(bus, next, events);
      appended(next, events, wake);
      return {
        first: before.board.version + 1,
        version: next.board.version,
        replayed: false,
        events,
        state: next,
      };
    }
    throw problem('unavailable', 'Too many commands came at once.', { retryAfterSeconds: 1 });
  }

  function decideOn(state: State | null, request: HandleRequest, random: Random | null) {
    if (state === null || random === null) return noSuchGame();
    const actor = actorOf(state, request.sender, clock.now());
    if (actor === null) return noSuchGame();
    if (actor.kind === 'stranger' && delayMsOf(state) > 0) return notPlaying();
    const { version } = state.board;
    const stale = staleness(state, actor, request.expectedVersion);
    if (stale !== null) return problem('version_conflict', stale, { version });
    const now = new Date(clock.now()).toISOString();
    const decision = decide(state, request.command, { actor, now, random });
    if (decision.ok) return { before: state, events: decision.events, next: decision.state };
    const { code, detail } = decision.rejection;
    return ruleProblem(code, RULE_TITLES[code], detail, { version });
  }

  /** The same command again: the same step, with the present state (promise 1). */
  async function repeated(request: HandleRequest, step: StepRecord, mark: string): Promise<Handled> {
    if (step.fingerprint !== mark) {
      throw problem('idempotency_key_reused', 'This key was used for a different body.');
    }
    const [state, stored] = await Promise.all([
      states.fresh(request.gameId),
      log.read(request.gameId, step.first - 1, step.last - step.first + 1),
    ]);
    if (state === null) throw noSuchGame();
    return {
      first: step.first,
      version: step.last,
      replayed: true,
      events: stored.map(({ event }) => event),
      state,
    };
  }
}

/** As whom the log knows a sender; keys are unique for each. */
function nameOf(sender: Sender): string {
  switch (sender.kind) {
    case 'player':
      return sender.id;
    case 'table':
      return 'lobby';
    case 'standIn':
    case 'clock':
    case 'operator':
      return sender.kind;
    default:
      return sender satisfies never;
  }
}

function isSeated(state: State | null, playerId: string): boolean {
  return state !== null && seatOf(state, playerId) !== null;
}

function actorOf(state: State, sender: Sender, now: number): Actor | null {
  if (sender.kind !== 'player') return sender;
  const viewer = viewerIn(state, sender.id, now);
  if (viewer === null) return null;
  return viewer === 'spectator' ? { kind: 'stranger' } : { kind: 'seat', seat: viewer };
}

/** @returns why a command was not meant for the question that is open now; `null` when it may be */
function staleness({ board }: State, actor: Actor, expected: number | null): string | null {
  if (expected === null) return null;
  const { version } = board;
  if (expected > version)
    return `\`expectedVersion\` is ${expected}, and the game has version ${version}. Send \`you.asked\`.`;
  const asked = (actor.kind === 'seat' ? askedSince(board, actor.seat) : null) ?? board.asked;
  return asked > expected
    ? `The question was put at version ${asked}, after version ${expected}. Read the game again.`
    : null;
}

/** To a delayed spectator neither a version nor a phase of the present is told. */
function notPlaying() {
  return ruleProblem('E_PLAYER', RULE_TITLES.E_PLAYER, 'You do not play in this game.', {});
}

/** The log's refusal to work, as clients are told of it. */
export function whenUnavailable(error: unknown): unknown {
  if (!(error instanceof LogUnavailable)) return error;
  const { retryAfterSeconds } = error;
  return problem(
    'unavailable',
    'The game cannot be reached just now. Repeat with the same key.',
    { retryAfterSeconds },
    error,
  );
}
