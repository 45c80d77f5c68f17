/** Bounds what one address holds open for long: sockets, event streams and long polls, whoever their players are. */
import { BOUNDS } from './bounds.ts';
import { problem } from './problem.ts';

export interface OpenLines {
  /**
   * @param address as limits count it (`addressOf`)
   * @returns closes the line; further calls do nothing
   * @throws Problem `rate_limited` when the address holds too many
   */
  open(address: string): () => void;
  /** How many lines an address holds open. */
  count(address: string): number;
}

export interface OpenLinesOptions {
  /** `RATE_LIMITS` */
  readonly counts: boolean;
  /** `RATE_LIMIT_FACTOR` */
  readonly factor?: number;
}

const RETRY_SECONDS = 10;

export function createOpenLines({ counts, factor = 1 }: OpenLinesOptions): OpenLines {
  const max = counts ? BOUNDS.lines.most * factor : Number.POSITIVE_INFINITY;
  const open = new Map<string, number>();
  const count = (address: string) => open.get(address) ?? 0;

  return {
    count,
    open(address) {
      if (count(address) >= max) {
        const detail = `This address holds ${max} sockets, event streams and long polls open; close one, then try again.`;
        throw problem('rate_limited', detail, { retryAfterSeconds: RETRY_SECONDS });
      }
      open.set(address, count(address) + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = count(address) - 1;
        if (left === 0) open.delete(address);
        else open.set(address, left);
      };
    },
  };
}
