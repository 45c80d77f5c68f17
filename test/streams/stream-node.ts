/** The streams alone, on a real port, with topics, tokens and a clock that the test holds in its hands. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { authenticate } from '../../src/http/authenticate.ts';
import { createListen } from '../../src/http/failures.ts';
import { limitAddresses, limitRoutes } from '../../src/http/hold-to-limits.ts';
import type { Identity } from '../../src/http/identity.ts';
import { createLimiter, type Limiter } from '../../src/http/limiter.ts';
import { createOpenLines, type OpenLines } from '../../src/http/open-lines.ts';
import { problem } from '../../src/http/problem.ts';
import { problems } from '../../src/http/problems.ts';
import { createServer } from '../../src/http/server.ts';
import { registerStreams } from '../../src/streams/streams.ts';
import type { SubmitCommand } from '../../src/streams/topics.ts';
import { silentLogger } from '../support/logger.ts';
import { type FakeTopic, fakeTopic } from './fake-topic.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';

export const START = '2026-01-05T19:00:00.000Z';

export interface StreamNode {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly port: number;
  readonly clock: ManualClock;
  readonly limiter: Limiter;
  readonly lines: OpenLines;
  readonly game: FakeTopic;
  readonly me: FakeTopic;
  /** What is known of a token; more may be added. */
  readonly tokens: Map<string, Identity>;
  /** Tells the streams that a token or a player is good no longer. */
  revoke(id: string): void;
}

export interface StreamNodeOptions {
  readonly submit?: SubmitCommand;
  readonly limits?: boolean;
  /** Bytes that each event is blown up by. */
  readonly eventSize?: number;
  /** Bytes that each snapshot is blown up by. */
  readonly snapshotSize?: number;
}

interface Ending {
  onTestFinished(close: () => Promise<void>): void;
}

export function identity(name: string, more: Partial<Identity> = {}): Identity {
  return {
    id: `id-of-${name}`,
    name,
    kind: 'guest',
    scopes: ['play'],
    expiresAt: null,
    tokenId: `token-${name}`,
    ...more,
  };
}

export async function startStreamNode(test: Ending, options: StreamNodeOptions = {}): Promise<StreamNode> {
  const {
    submit = async () => ({ version: 1, replayed: false }),
    limits = false,
    eventSize = 0,
    snapshotSize = 0,
  } = options;
  const clock = manualClock(START);
  const game = fakeTopic('game', eventSize, snapshotSize);
  const me = fakeTopic('inbox');
  const tokens = new Map([
    ['ada-token', identity('ada')],
    ['bob-token', identity('bob')],
  ]);
  const listeners = new Set<(id: string) => void>();
  const verify = async (token: string): Promise<Identity> => {
    const known = tokens.get(token);
    if (known !== undefined) return known;
    if (token.startsWith('expired')) throw problem('token_expired', 'It has expired.');
    if (token.startsWith('revoked')) throw problem('token_revoked', 'It was revoked.');
    if (token.startsWith('broken')) throw new Error('the database is away');
    throw problem('token_invalid', 'It is none of ours.');
  };
  const app = createServer({ logger: silentLogger(), trustProxy: false, origins: '*' });
  const limiter = createLimiter({ clock, counts: limits });
  const listen = createListen(limiter);
  const lines = createOpenLines({ counts: limits });
  await app.register(problems);
  await app.register(limitAddresses, { limiter });
  await app.register(authenticate, { verify, listen });
  await app.register(limitRoutes, { limiter });
  await registerStreams(
    app,
    {
      verify,
      verifyTicket: verify,
      onRevoked(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      listen,
      limiter,
      lines,
      clock,
      logger: silentLogger(),
    },
    {
      topics: { game, table: fakeTopic('table'), lobby: fakeTopic('lobby'), me },
      lobbyFilter: z.strictObject({}),
      submit,
    },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  test.onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    port,
    url: `127.0.0.1:${port}`,
    clock,
    limiter,
    lines,
    game,
    me,
    tokens,
    revoke(id) {
      for (const listener of listeners) listener(id);
    },
  };
}
