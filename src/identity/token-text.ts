/** How secret tokens are written: a prefix that names the service, base 62, and a checksum, so that scanners and typos are told apart. */
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The highest CRC-32 has six digits. */
const CHECKSUM_LENGTH = 6;

/** @returns prefix, content and checksum, always equally long for equally many bytes */
export function writeToken(prefix: string, bytes: Uint8Array): string {
  const text = prefix + base62(numberOf(bytes), lengthOf(bytes.length));
  return text + checksumOf(text);
}

/** @returns whether it is written as {@link writeToken} writes so many bytes: nothing is said about whose it is */
export function isWritten(prefix: string, token: string, bytes: number): boolean {
  const length = prefix.length + lengthOf(bytes) + CHECKSUM_LENGTH;
  if (token.length !== length || !token.startsWith(prefix)) return false;
  const text = token.slice(0, -CHECKSUM_LENGTH);
  return /^[0-9A-Za-z]+$/.test(text.slice(prefix.length)) && token.slice(-CHECKSUM_LENGTH) === checksumOf(text);
}

/** @returns the bytes of a token that {@link isWritten}; `null` where its digits stand for a higher number than fits */
export function readToken(prefix: string, token: string, bytes: number): Uint8Array | null {
  let rest = [...token.slice(prefix.length, -CHECKSUM_LENGTH)].reduce(
    (all, digit) => all * 62n + BigInt(DIGITS.indexOf(digit)),
    0n,
  );
  const read = new Uint8Array(bytes);
  for (let at = bytes - 1; at >= 0; at--) {
    read[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return rest === 0n ? read : null;
}

/** CRC-32 (that of zlib and PNG) of everything before it, as six digits. */
function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
}

/** Digits that hold every number of so many bytes. */
function lengthOf(bytes: number): number {
  return Math.ceil((bytes * 8) / Math.log2(62));
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text;
}
