/** Conditional requests and compressed answers (RFC 9110, sections 12.5.3 and 13.1.2). */
import { negotiate } from '@fastify/accept-negotiator';

/** Whether an `If-None-Match` header names a tag, by weak comparison; `*` names every tag. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.match(/\*|(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === '*' || opaque(tag) === opaque(etag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** The first of the encodings that an `Accept-Encoding` header prefers; `identity` without a header or a match. */
export function encodingFor<E extends string>(
  header: string | readonly string[] | undefined,
  offered: readonly E[],
): E | 'identity' {
  if (header === undefined) return 'identity';
  return (negotiate(String(header), [...offered, 'identity']) as E | 'identity' | null) ?? 'identity';
}
