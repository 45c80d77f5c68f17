/** Codes that open a table to whoever is told of them. */
import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Without letters and digits that look alike: `K7QM-2FXD`. */
export function inviteCode(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${part()}-${part()}`;
}
