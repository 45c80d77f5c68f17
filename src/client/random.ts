/** Chance from the platform: what players add to a game, keys of commands, ids of logins. */

/** 32 random hexadecimal digits, which cannot be guessed. */
export function randomEntropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
