/** How often each operation answered what: a fuzzer that only ever hears 401 has tried nothing. */
import type { Operation } from './operations.ts';

export interface Tally {
  count(operation: Operation, status: number): void;
  /** What an operation has not answered yet. */
  missing(operation: Operation): readonly ('success' | 'refusal')[];
  /** One line for each operation, and the sum. */
  told(): string;
}

export function createTally(): Tally {
  const seen = new Map<string, Map<string, number>>();
  const of = (id: string, kind: string) => seen.get(id)?.get(kind) ?? 0;
  return {
    count({ id }, status) {
      const kinds = seen.get(id) ?? new Map<string, number>();
      const kind = `${Math.floor(status / 100)}xx`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      seen.set(id, kinds);
    },
    missing({ id, refusesNothing }) {
      const hasSucceeded = of(id, '2xx') + of(id, '1xx') > 0;
      const hasRefused = refusesNothing || of(id, '4xx') > 0;
      return [...(hasSucceeded ? [] : (['success'] as const)), ...(hasRefused ? [] : (['refusal'] as const))];
    },
    told() {
      const lines = [...seen].map(
        ([id, kinds]) =>
          `${id} ${[...kinds]
            .sort()
            .map(([kind, times]) => `${kind}:${times}`)
            .join(' ')}`,
      );
      const all = [...seen.values()].flatMap((kinds) => [...kinds.values()]).reduce((sum, times) => sum + times, 0);
      return `${lines.join('\n')}\n${all} requests`;
    },
  };
}
