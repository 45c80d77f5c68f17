/** Checks the document of a finished game: the commitment, every draw and deal, and every move against the rules. */
import { isDeepStrictEqual } from 'node:util';
import { randomOf } from '../fairness/random.ts';
import { commitmentTo } from '../fairness/seed.ts';
import { createReader } from '../http/reader.ts';
import type { Actor, Random } from '../rules/context.ts';
import { decide, evolve, initial, RULES_VERSION, resolveRuleset, start } from '../rules/dalmuti.ts';
import type { EventOf, GameEvent } from '../rules/events.ts';
import type { State } from '../rules/state.ts';
import { type CountedContribution, contributionsIn, logEvent } from './document.ts';
import { type Move, movesFor } from './moves.ts';
import { type Replay, ReplaySchema } from './schemas.ts';

export type Verdict =
  | {
      readonly ok: true;
      readonly gameId: string;
      /** What the rules decided, step by step; exactly the document's events. */
      readonly steps: readonly (readonly GameEvent[])[];
      /** At the end. */
      readonly state: State;
      readonly started: EventOf<'gameStarted'>;
      readonly contributions: readonly CountedContribution[];
    }
  | {
      readonly ok: false;
      /** The version of the event at which it stands, `null` for what concerns the whole document. */
      readonly version: number | null;
      /** One sentence for people. */
      readonly reason: string;
    };

/** Something in the document is not as it must be. */
class Fault extends Error {
  readonly version: number | null;
  constructor(version: number | null, reason: string) {
    super(reason);
    this.name = 'Fault';
    this.version = version;
  }
}

/** A fault in words, with the event at which it stands. */
export function placed({ version, reason }: { readonly version: number | null; readonly reason: string }): string {
  return version === null ? reason : `Event ${version}: ${reason}`;
}

/**
 * @param document parsed JSON, of whatever shape
 * @param commitment what the table showed before the game, if somebody noted it down
 */
export function verifyReplay(document: unknown, commitment: string | null = null): Verdict {
  try {
    const replay = readReplay(document);
    const events = replay.events.map(logEvent);
    mustBeGapless(events);
    const [started] = events;
    if (started?.type !== 'gameStarted') throw new Fault(1, 'A game begins with gameStarted.');
    if (commitment !== null && commitment !== replay.proof.commitment) {
      throw new Fault(null, 'The table showed another commitment before the game.');
    }
    checkProof(replay, events, started);
    const { steps, state } = decideAgain(events, started, randomBy(replay));
    return { ok: true, gameId: started.gameId, steps, state, started, contributions: contributionsIn(events) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, version: error.version, reason: error.message };
    throw error;
  }
}

const readDocument = createReader(ReplaySchema);

function readReplay(document: unknown): Replay {
  const read = readDocument(document);
  if (read.ok) return read.value;
  const [fault] = read.errors;
  throw new Fault(null, `This is not the document of a finished game: ${fault?.pointer}: ${fault?.detail}`);
}

function mustBeGapless(events: readonly GameEvent[]): void {
  const index = events.findIndex(({ version }, before) => version !== before + 1);
  if (index < 0) return;
  throw new Fault(
    index + 1,
    `Event ${index + 1} is numbered ${events[index]?.version}: one is missing, or one too many.`,
  );
}

function checkProof(replay: Replay, events: readonly GameEvent[], started: EventOf<'gameStarted'>): void {
  const { gameId, ruleset, proof } = replay;
  const { commitment } = started.fairness;
  if (started.rulesVersion !== RULES_VERSION) {
    throw new Fault(1, `The game was decided by rules of version ${started.rulesVersion}, unknown to this release.`);
  }
  if (started.gameId !== gameId) throw new Fault(1, `The game is called ${started.gameId}, the document ${gameId}.`);
  if (!isDeepStrictEqual(started.ruleset, ruleset)) {
    throw new Fault(1, 'The ruleset of the document is not the one that the game began with.');
  }
  checkTable(started);
  if (proof.commitment !== commitment) {
    throw new Fault(1, 'The commitment of the proof is not the one that the game began with.');
  }
  if (commitmentTo(Buffer.from(proof.seed, 'hex'), gameId) !== commitment) {
    throw new Fault(null, 'The seed is not the one that the server committed to.');
  }
  if (!isDeepStrictEqual(proof.contributions, contributionsIn(events))) {
    throw new Fault(null, 'The contributions of the proof are not those with which the players sat down.');
  }
}

/**
 * Only what can be played is played again: seats of more players than there are ranks would be drawn for for ever. Presets may
 * have changed since, so their revision is no matter.
 */
function checkTable({ ruleset, seats }: EventOf<'gameStarted'>): void {
  const { revision: _, ...wishes } = ruleset;
  const resolved = resolveRuleset(wishes);
  if (!resolved.ok) {
    throw new Fault(1, `No game has such a ruleset: ${resolved.faults.map(({ reason }) => reason).join(' ')}`);
  }
  const { min, max } = ruleset.players;
  if (seats.length < min || seats.length > max) {
    throw new Fault(1, `The ruleset is for ${min} to ${max} players, and ${seats.length} began.`);
  }
}

function randomBy({ proof }: Replay): () => Random {
  const seed = Buffer.from(proof.seed, 'hex');
  return () => randomOf(seed);
}

interface Decided {
  readonly steps: readonly (readonly GameEvent[])[];
  readonly state: State;
}

function decideAgain(events: readonly GameEvent[], started: EventOf<'gameStarted'>, random: () => Random): Decided {
  const opening = openAgain(events, started, random);
  const steps: (readonly GameEvent[])[] = [opening];
  let state = opening.slice(1).reduce(evolve, initial(started));
  for (let at = opening.length; at < events.length; ) {
    const step = stepAgain(state, events.slice(at, at + MOST_OF_A_STEP), random);
    steps.push(step);
    state = step.reduce(evolve, state);
    at += step.length;
  }
  if (state.board.phase !== 'ended') throw new Fault(state.board.version, 'The game is not over.');
  return { steps, state };
}

/** More events than one command can have. */
const MOST_OF_A_STEP = 200;

function openAgain(
  events: readonly GameEvent[],
  started: EventOf<'gameStarted'>,
  random: () => Random,
): readonly GameEvent[] {
  const drawn = events[1];
  if (drawn?.type !== 'seatsDrawn') throw new Fault(2, 'After gameStarted comes seatsDrawn.');
  const order = started.classesKept ? drawn.order : undefined;
  const actor: Actor = started.cause === 'clock' ? { kind: 'clock' } : { kind: 'table' };
  try {
    const opening = start({ ...started, order }, { actor, now: started.at, random: random() });
    mustBe(events.slice(0, opening.length), opening);
    return opening;
  } catch (error) {
    if (error instanceof RangeError) throw new Fault(1, error.message);
    throw error;
  }
}

/** @param told the step's events, and those after it */
function stepAgain(state: State, told: readonly GameEvent[], random: () => Random): readonly GameEvent[] {
  const [first, second] = told;
  if (first === undefined) return [];
  let refused: Fault | null = null;
  for (const { actor, command } of movesFor(state.board, first, second)) {
    const decision = decide(state, command, { actor, now: first.at, random: random() });
    if (decision.ok) {
      mustBe(told.slice(0, decision.events.length), decision.events);
      mustBeTime(state, first, { actor, command });
      return decision.events;
    }
    refused ??= new Fault(
      first.version,
      `The rules refuse it: ${decision.rejection.detail} (${decision.rejection.code})`,
    );
  }
  throw refused ?? new Fault(first.version, 'Nothing that anybody could have said leads to it.');
}

/** Clocks of two nodes may differ a little. */
const CLOCKS_DIFFER_MS = 5000;

/** The clock must not take time from a player (R-PLAY-12). */
function mustBeTime({ board }: State, { version, at }: GameEvent, { command }: Move): void {
  if (command.type !== 'timeout' || board.deadline === null) return;
  const early = Date.parse(board.deadline) - Date.parse(at);
  if (early > CLOCKS_DIFFER_MS) throw new Fault(version, `The clock acted ${early} ms before the deadline.`);
}

/** @throws Fault at the first event that is told otherwise than it was decided */
function mustBe(told: readonly GameEvent[], decided: readonly GameEvent[]): void {
  decided.forEach((event, index) => {
    const other = told[index];
    if (isDeepStrictEqual(other, event)) return;
    throw new Fault(event.version, difference(other, event));
  });
}

function difference(told: GameEvent | undefined, decided: GameEvent): string {
  if (told === undefined) return `By the rules ${decided.type} follows, and the document ends.`;
  if (told.type !== decided.type) return `By the rules ${decided.type} follows, not ${told.type}.`;
  switch (told.type) {
    case 'seatsDrawn':
      return 'The seats were not drawn as the seed and the contributions give.';
    case 'cardExposed':
    case 'handDealt':
      return `${handOf(decided)} was not dealt as the seed and the contributions give.`;
    default:
      return `${told.type} is not what the rules make of it: ${differingField(told, decided)} differs.`;
  }
}

function handOf(event: GameEvent): string {
  return event.type === 'handDealt' ? `Hand ${event.handNumber}` : 'The hand';
}

function differingField(told: object, decided: object): string {
  const [one, other] = [new Map(Object.entries(told)), new Map(Object.entries(decided))];
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return names.find((name) => !isDeepStrictEqual(one.get(name), other.get(name))) ?? 'something';
}
