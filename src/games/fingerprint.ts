/** Tells whether two commands under one key are the same command, whatever the order of their keys (decision 5). */
import { createHash } from 'node:crypto';

/** @returns SHA-256 of the command's canonical JSON, base64url */
export function fingerprint(command: unknown): string {
  return createHash('sha256').update(canonical(command)).digest('base64url');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
