/** Looks after the rows that say when a game must be looked at again: claims what is due, hands it out, sleeps until more is. */
import type { ClaimedWake, Wake, WakeSlots, Wakes } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';

export interface SweepNeeds {
  readonly wakes: Wakes;
  readonly clock: SystemClock;
  readonly logger: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** What is done with a due row. One that fails is done again when its lease has ended, here or on another node. */
  readonly handlers: Readonly<Record<Wake['reason'], (wake: ClaimedWake) => Promise<void>>>;
}

export interface Sweep {
  start(): void;
  /**
   * Something is due in so many milliseconds: spares the wait for the next look.
   * @param gameId whose row it is; while that game is in hand here, it is looked at afterwards
   */
  nudge(delayMs?: number, gameId?: string): void;
  /** Claims no more and waits for what is in hand. */
  stop(): Promise<void>;
}

/** Games in hand at once. Each kind has slots of its own: neither waits for the other. */
const SLOTS: WakeSlots = { people: 24, botsOnly: 8 };
/** Long enough for the slowest handler; afterwards another node takes the row. */
const LEASE_MS = 15_000;
/** Rows of other nodes are found by looking. */
const LOOK_MS = 1000;
/** Between two looks that found nothing, so that a row which never becomes free costs little. */
const LEAST_MS = 10;
const MOST_BACKOFF_MS = 10_000;

interface InHand {
  readonly kind: keyof WakeSlots;
  /** A row of this game that fell due meanwhile; a later one replaces it. */
  queued: ClaimedWake | null;
  /** When this game's next row falls due, in this node's time. */
  dueAt: number;
}

export function createSweep({ wakes, clock, logger, handlers }: SweepNeeds): Sweep {
  const inHand = new Map<string, InHand>();
  const work = new Set<Promise<void>>();
  let phase: 'new' | 'asleep' | 'looking' | 'stopped' = 'new';
  let wakeAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => {};
  let failures = 0;

  function sleepUntil(time: number): void {
    cancel();
    phase = 'asleep';
    wakeAt = time;
    cancel = clock.after(Math.max(0, time - clock.now()), () => track(look()));
  }

  function track(promise: Promise<void>): void {
    work.add(promise);
    void promise.finally(() => work.delete(promise));
  }

  async function look(): Promise<void> {
    phase = 'looking';
    wakeAt = Number.POSITIVE_INFINITY;
    let next: number;
    try {
      const free = freeSlots();
      const claimed = isAnyFree(free) ? await wakes.claim(free, LEASE_MS) : [];
      for (const wake of claimed) take(wake);
      const least = claimed.length === 0 ? LEAST_MS : 0;
      const left = freeSlots();
      const dueMs = isAnyFree(left) ? ((await wakes.nextDueMs(left)) ?? LOOK_MS) : LOOK_MS;
      next = clock.now() + Math.min(LOOK_MS, Math.max(least, dueMs));
      if (failures > 0) logger.info({ failures }, 'wakes are read again');
      failures = 0;
    } catch (error) {
      // Told once: until it is over, every further failure says the same.
      if (failures === 0) logger.warn({ err: error }, 'wakes cannot be read; trying again');
      failures += 1;
      wakeAt = Number.POSITIVE_INFINITY;
      next = clock.now() + Math.min(MOST_BACKOFF_MS, 100 * 2 ** Math.min(failures, 10));
    }
    if (!isStopped()) sleepUntil(Math.min(next, wakeAt));
  }

  function freeSlots(): WakeSlots {
    const held = [...inHand.values()].filter(({ kind }) => kind === 'botsOnly').length;
    return { people: SLOTS.people - (inHand.size - held), botsOnly: SLOTS.botsOnly - held };
  }

  function take(wake: ClaimedWake): void {
    const busy = inHand.get(wake.gameId);
    if (busy !== undefined) {
      busy.queued = wake;
      return;
    }
    const kind = wake.botsOnly ? 'botsOnly' : 'people';
    const entry: InHand = { kind, queued: null, dueAt: Number.POSITIVE_INFINITY };
    inHand.set(wake.gameId, entry);
    track(handle(wake, entry));
  }

  async function handle(first: ClaimedWake, entry: InHand): Promise<void> {
    for (let wake: ClaimedWake | null = first; wake !== null && !isStopped(); ) {
      entry.queued = null;
      try {
        await handlers[wake.reason](wake);
      } catch (error) {
        logger.error({ err: error, gameId: wake.gameId, reason: wake.reason }, 'a wake failed; it is tried again');
      }
      wake = entry.queued;
    }
    const full = freeSlots()[entry.kind] === 0;
    inHand.delete(first.gameId);
    if (full) nudge();
    else if (entry.dueAt < Number.POSITIVE_INFINITY) nudge(entry.dueAt - clock.now());
  }

  function nudge(delayMs = 0, gameId?: string): void {
    const due = clock.now() + Math.max(0, delayMs);
    const busy = gameId === undefined ? undefined : inHand.get(gameId);
    if (busy !== undefined) busy.dueAt = due;
    else if (phase === 'asleep' && due < wakeAt) sleepUntil(due);
    else if (phase === 'looking') wakeAt = Math.min(wakeAt, due);
  }

  const isAnyFree = ({ people, botsOnly }: WakeSlots): boolean => people > 0 || botsOnly > 0;
  const isStopped = (): boolean => phase === 'stopped';

  return {
    start() {
      if (phase === 'new') sleepUntil(clock.now());
    },
    nudge,
    async stop() {
      phase = 'stopped';
      cancel();
      while (work.size > 0) await Promise.all(work);
    },
  };
}
