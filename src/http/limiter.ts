/** What is left of the named limits to whom: counted on this node at once, and by all nodes together. */
import type { Tally } from '../ports/tally.ts';
import { LIMITS, type LimitName, type LimitRule, limitNames, limitRule, shown } from './limits.ts';
import { type Limit, type Problem, problem } from './problem.ts';
import { type Counted, createWindows } from './windows.ts';

export interface Spent {
  /** Requests left in this window; below zero: this one was too many. */
  readonly left: number;
  /** Until the window ends, rounded up. */
  readonly seconds: number;
}

/** In each call, `who` is a player's id or an address (`addressOf`). */
export interface Limiter {
  /** Whether limits hold at all. */
  readonly counts: boolean;
  /** The limits as `welcome` shows them; empty where nothing is counted. */
  readonly shown: readonly Limit[];
  readonly rules: Readonly<Record<LimitName, LimitRule>>;
  /** Counts one, by what this node knows now: for frames, which wait for nothing and keep their order. */
  count(name: LimitName, who: string): Spent;
  /** Counts one, and asks what all nodes have counted. */
  agree(name: LimitName, who: string): Promise<Spent>;
  /** Counts nothing: `left` is what could still be spent. */
  look(name: LimitName, who: string): Spent;
  /** As `count`. @throws Problem `rate_limited` */
  spend(name: LimitName, who: string): Spent;
}

export interface LimiterOptions {
  readonly clock: { now(): number };
  /** `RATE_LIMITS` */
  readonly counts: boolean;
  /** `RATE_LIMIT_FACTOR` */
  readonly factor?: number;
  /** Where all nodes count together; without it this one counts for itself. */
  readonly tally?: Tally | null;
}

export function createLimiter({ clock, counts, factor = 1, tally = null }: LimiterOptions): Limiter {
  const windows = createWindows(clock, tally);
  const rules = Object.fromEntries(limitNames().map((name) => [name, limitRule(name, factor)])) as Limiter['rules'];

  const caller = (name: LimitName, who: string): readonly [string, number] => [
    `${name} ${who}`,
    LIMITS[name].windowSeconds,
  ];
  const spent = (name: LimitName, { used, msLeft }: Counted): Spent => ({
    left: rules[name].quota - used,
    seconds: Math.max(1, Math.ceil(msLeft / 1000)),
  });
  const untouched = (name: LimitName): Spent => spent(name, { used: 0, msLeft: rules[name].windowSeconds * 1000 });

  function count(name: LimitName, who: string): Spent {
    return counts ? spent(name, windows.count(...caller(name, who))) : untouched(name);
  }

  return {
    counts,
    rules,
    shown: counts ? Object.values(rules).map(shown) : [],
    count,
    async agree(name, who) {
      return counts ? spent(name, await windows.agree(...caller(name, who))) : untouched(name);
    },
    look(name, who) {
      return counts ? spent(name, windows.look(...caller(name, who))) : untouched(name);
    },
    spend(name, who) {
      const left = count(name, who);
      if (left.left < 0) throw tooMany(rules[name], left);
      return left;
    },
  };
}

export function tooMany(rule: LimitRule, { seconds }: Spent): Problem {
  const detail = `The limit for ${rule.name} is ${rule.quota} in ${rule.windowSeconds} seconds.`;
  return problem('rate_limited', detail, { limit: shown(rule), retryAfterSeconds: seconds });
}
