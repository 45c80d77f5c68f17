/** Everything that left the service, byte for byte, in the order in which it arrived, with who received it. */

export interface Captured {
  /** A player's id; `log`; the channel of a message on Redis, or `redis` for any other command. */
  readonly who: string;
  /** Where it came from: `GET /v1/…`, `socket`, `closed`, `log`, `redis`. */
  readonly from: string;
  readonly bytes: Buffer;
}

export interface Recorder {
  readonly all: readonly Captured[];
  keep(who: string, from: string, bytes: Buffer | string): void;
}

export function createRecorder(): Recorder {
  const all: Captured[] = [];
  return {
    all,
    keep(who, from, bytes) {
      all.push({ who, from, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes) });
    },
  };
}

/** One after the other, as a grep over files would read them. */
export const joined = (captured: readonly Captured[]): Buffer =>
  Buffer.concat(captured.flatMap(({ from, bytes }) => [Buffer.from(`\n${from}\n`), bytes]));
