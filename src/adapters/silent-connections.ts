/** Ends connections on which the server has fallen silent: pg's own `query_timeout` gives them back to the pool, unusable. */
import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Destroys a connection that is checked out and carries no byte for `silenceMs`. What waits for it fails with `ETIMEDOUT`,
 * a ROLLBACK fails at once, and the pool replaces it. The idle connections are as old and may be as silent, so they go too.
 */
export function endSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const idle = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    const stream = streamOf(client);
    stream?.setTimeout(silenceMs);
    stream?.on('timeout', () => {
      if (idle.has(client)) return;
      for (const silent of [client, ...idle]) streamOf(silent)?.destroy(new SilentConnection());
    });
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!error) idle.add(client);
  });
  pool.on('remove', (client) => idle.delete(client));
}

/** Lets one statement take longer. @returns restores the former limit */
export function allowSilence(client: pg.PoolClient, silenceMs: number): () => void {
  const stream = streamOf(client);
  const former = stream?.timeout ?? 0;
  if (former > 0) stream?.setTimeout(silenceMs);
  return () => {
    if (former > 0) stream?.setTimeout(former);
  };
}

class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('Connection terminated: the database did not answer in time.');
    this.name = 'SilentConnection';
  }
}

/** TLS replaces the stream before the pool hands the connection out, so ask each time. */
function streamOf(client: pg.PoolClient): Socket | null {
  const stream = client instanceof pg.Client ? client.connection.stream : null;
  return stream instanceof Socket ? stream : null;
}
