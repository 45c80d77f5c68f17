/** Time, chance and the service's secret, handed in so that tests can hold them. */

/** Milliseconds since 1970, and timers on the same clock; a returned function cancels. */
export interface SystemClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
}

/** Bytes of the system's CSPRNG. */
export type Entropy = (bytes: number) => Uint8Array;

/** Encrypts what must lie in the database unreadable: seeds and private keys. */
export interface Vault {
  seal(plain: Uint8Array): Uint8Array;
  /** @throws Error when the bytes were sealed with another secret or changed */
  open(sealed: Uint8Array): Uint8Array;
}
