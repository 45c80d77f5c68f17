/** The real clock, the system's CSPRNG, and the cipher that keeps seeds and private keys unreadable in the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Entropy, SystemClock, Vault } from '../ports/system.ts';

/** The longest that a timer of Node can wait; beyond it fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: SystemClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer =
        left > longestTimerMs ? setTimeout(() => wait(left - longestTimerMs), longestTimerMs) : setTimeout(run, left);
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

export const systemEntropy: Entropy = (bytes) => new Uint8Array(randomBytes(bytes));

/** First byte of everything sealed: which cipher and which key. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under a key derived from the service's secret (HKDF, SHA-256).
 * Sealed bytes: version, nonce, ciphertext, tag; the version is authenticated with the rest.
 */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'dalmuti vault 1', 32));
  const header = Uint8Array.of(version);
  return {
    seal: (plain) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(header);
      return new Uint8Array(Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
    },
    open: (sealed) => {
      if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== version) {
        throw new Error('The sealed bytes are of no known kind.');
      }
      const tagAt = sealed.length - tagBytes;
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceBytes))
        .setAAD(header)
        .setAuthTag(sealed.subarray(tagAt));
      try {
        return new Uint8Array(
          Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes, tagAt)), decipher.final()]),
        );
      } catch (cause) {
        throw new Error('The sealed bytes were changed, or sealed with another secret (DALMUTI_SECRET).', { cause });
      }
    },
  };
}
