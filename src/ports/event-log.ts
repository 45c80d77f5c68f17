/** The append-only log of games, as features see it: whole steps go in, events come out, and a stale writer is told. */
import type { GameEvent } from '../rules/events.ts';

/** When a game must be looked at again after this step, and why; written together with the events (decision 11). */
export interface Wake {
  /** `clock`: a deadline; `bots`: a built-in bot is awaited; `ended`: the table must learn of the end. */
  readonly reason: 'clock' | 'bots' | 'ended';
  /** From now on the database's clock; 0 or more milliseconds. */
  readonly delayMs: number;
  /** Whether no person is present: such games have slots of their own, so that games with people never wait for them. */
  readonly botsOnly: boolean;
}

/** What one accepted command adds: its events become visible together. */
export interface NewStep {
  readonly gameId: string;
  /** The version that the writer decided on; the first event has `after + 1`. */
  readonly after: number;
  /** A player's id, or `clock`, `lobby`, `standIn` or `operator`. */
  readonly actor: string;
  /** Made by the sender before his first attempt; unique for him in this game. */
  readonly key: string;
  readonly fingerprint: string;
  readonly events: readonly GameEvent[];
  /** `null`: nothing will happen until somebody sends a command. */
  readonly wake: Wake | null;
}

/** The step that a command led to. */
export interface StepRecord {
  readonly first: number;
  readonly last: number;
  readonly fingerprint: string;
}

export type AppendResult =
  | { readonly outcome: 'appended' }
  /** Somebody else wrote that version first: catch up and decide again. */
  | { readonly outcome: 'conflict' }
  /** This actor's key is in the log already, perhaps by our own lost success (decision 5). */
  | { readonly outcome: 'repeated'; readonly step: StepRecord };

export interface StoredEvent {
  /** Version of the first event of the step that this one belongs to. */
  readonly step: number;
  readonly event: GameEvent;
}

export interface EventText {
  readonly version: number;
  readonly type: string;
  readonly text: string;
}

export interface HandEnd {
  readonly version: number;
  /** `false`: the hand does not count. */
  readonly counts: boolean;
}

export interface Snapshot {
  readonly version: number;
  readonly stateVersion: number;
  readonly state: unknown;
}

/** Thrown when the log cannot take or give anything now; the caller may repeat with the same key. */
export class LogUnavailable extends Error {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogUnavailable';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface EventLog {
  /** Resolves once the step is durable or refused. @throws LogUnavailable; any other error is a mistake of the caller */
  append(step: NewStep): Promise<AppendResult>;
  /** Events with a version above `after`, in order; `limit` counts events. @throws LogUnavailable */
  read(gameId: string, after: number, limit?: number): Promise<readonly StoredEvent[]>;
  /** As `read`, each event as the text that was written: for those who only pass it on. */
  readTexts(gameId: string, after: number, limit: number): Promise<readonly EventText[]>;
  /** Who has come to play: `gameStarted`, `newcomerArrived` and `newcomersPlaced` above `after` up to `until`, in order. */
  readPeople(gameId: string, after: number, until: number, limit: number): Promise<readonly StoredEvent[]>;
  /** Where hands ended, in order: `handEnded` and `handVoided` up to a version, after the first `skip`. */
  handEnds(gameId: string, until: number, skip: number, limit: number): Promise<readonly HandEnd[]>;
  /** For each of some versions the first `handDealt` or `handVoided` above it, up to another version; each event once, in order. */
  nextHands(gameId: string, after: readonly number[], until: number): Promise<readonly StoredEvent[]>;
  /** Versions of the newest events; a game without events is missing from the map. */
  heads(gameIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Whether a player may know of a game: he has held a seat of it, or it may be watched and its beginning is to be seen.
   * One look, the same for a game that he may not know of and for one that does not exist.
   * @param now milliseconds since 1970
   */
  isKnownTo(gameId: string, playerId: string, now: number): Promise<boolean>;
  findStep(gameId: string, actor: string, key: string): Promise<StepRecord | null>;
  readSnapshot(gameId: string): Promise<Snapshot | null>;
  /** Keeps the newest snapshot of a game. */
  writeSnapshot(gameId: string, snapshot: Snapshot): Promise<void>;
}

export interface ClaimedWake {
  readonly gameId: string;
  /** Of the last event of the step that said so: the head of the game then. */
  readonly version: number;
  readonly reason: Wake['reason'];
  readonly botsOnly: boolean;
}

/** Of how many games of each kind rows are taken, or looked at. */
export interface WakeSlots {
  /** Games at which a person is present. */
  readonly people: number;
  readonly botsOnly: number;
}

/** The rows that say when games must be looked at again; any node may claim any of them. */
export interface Wakes {
  /**
   * Takes due rows under a lease that ends by itself, so that a node which dies loses nothing: of each kind the longest
   * due, games with people first.
   */
  claim(free: WakeSlots, leaseMs: number): Promise<readonly ClaimedWake[]>;
  /** Gives a claimed row a new due time, unless a later step has replaced it. */
  postpone(gameId: string, version: number, wake: Wake): Promise<void>;
  /** Removes a claimed row, unless a later step has replaced it. */
  remove(gameId: string, version: number): Promise<void>;
  /** Milliseconds until the earliest due row of a kind that has a free slot, `null` when there is none. */
  nextDueMs(free: WakeSlots): Promise<number | null>;
}
