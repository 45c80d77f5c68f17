/** What a caller meant who asked for an address that nothing has. */
import { didYouMean } from './did-you-mean.ts';

/** Names under which other services have their socket. */
const SOCKET = /(^|\/)(ws|wss|sockets?|socket\.io|websockets?|streams?|events?)\/?$/i;
/** Before what we have under `/v1`. */
const PREFIX = /^\/(?:api\/)?(?:v\d+\/)?/i;

/**
 * @param path that nothing has
 * @param paths of routes without parameters
 * @param isKnown whether a route fits a path
 * @returns one or two sentences
 */
export function whereInstead(path: string, paths: readonly string[], isKnown: (path: string) => boolean): string {
  const versioned = path.replace(PREFIX, '/v1/');
  if (versioned !== path && isKnown(versioned)) return `Nothing has this address. Did you mean ${versioned}?`;
  if (SOCKET.test(path)) return 'Nothing has this address. The WebSocket is at /v1/stream.';
  const meant = didYouMean(path, paths) ?? didYouMean(versioned, paths);
  if (meant !== null) return `Nothing has this address. Did you mean ${meant}?`;
  return 'Nothing has this address. All calls are under /v1 and listed at /docs.';
}
