/** A server that does nothing but hold callers to limits, with players whose tokens are their names. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { authenticate } from '../../src/http/authenticate.ts';
import { createListen } from '../../src/http/failures.ts';
import { limitAddresses, limitRoutes } from '../../src/http/hold-to-limits.ts';
import { createLimiter, type Limiter } from '../../src/http/limiter.ts';
import { problem } from '../../src/http/problem.ts';
import { problems } from '../../src/http/problems.ts';
import { route } from '../../src/http/route.ts';
import { createServer, type ServerOptions } from '../../src/http/server.ts';
import type { Tally } from '../../src/ports/tally.ts';
import { silentLogger } from '../support/logger.ts';

export interface LimitedServer {
  readonly app: FastifyInstance;
  readonly limiter: Limiter;
  now: number;
  /** Asks `/reads` as somebody; `null` sends no token. */
  read(token: string | null, from?: string): Promise<LightMyRequestResponse>;
}

export interface Ending {
  onTestFinished(close: () => Promise<void>): unknown;
}

export interface LimitedServerOptions {
  readonly tally?: Tally;
  readonly trustProxy?: ServerOptions['trustProxy'];
  readonly logger?: ServerOptions['logger'];
  /** Adds routes. */
  readonly extend?: (app: FastifyInstance) => void;
}

/** `/reads` takes a token or none and counts as `reads`, `/guests` takes none, `/free` has no limit. */
export async function startLimitedServer(test: Ending, options: LimitedServerOptions = {}): Promise<LimitedServer> {
  const { tally = null, trustProxy = false, logger = silentLogger() } = options;
  const server = { now: 0 };
  const limiter = createLimiter({ clock: { now: () => server.now }, counts: true, tally });
  const app = createServer({ logger, trustProxy, origins: '*' });
  await app.register(problems);
  await app.register(limitAddresses, { limiter });
  await app.register(authenticate, {
    listen: createListen(limiter),
    verify: async (token) => {
      if (token.startsWith('forged')) throw problem('token_invalid', 'It is none of ours.');
      if (token.startsWith('expired')) throw problem('token_expired', 'It has expired.');
      return { id: token, name: token, kind: 'guest', scopes: [], expiresAt: null, tokenId: token };
    },
  });
  await app.register(limitRoutes, { limiter });
  const answer = { tag: 'Test', summary: '', responses: { 200: z.object({ ip: z.string() }) } } as const;
  const handle = ({ request }: { request: { ip: string } }) => ({ status: 200, body: { ip: request.ip } });
  route(app, { ...answer, method: 'GET', url: '/reads', auth: 'optional', limit: 'reads', handle });
  route(app, { ...answer, method: 'POST', url: '/guests', auth: 'none', limit: 'guests', handle });
  route(app, { ...answer, method: 'GET', url: '/free', auth: 'none', limit: null, handle });
  options.extend?.(app);
  test.onTestFinished(() => app.close());
  return Object.assign(server, {
    app,
    limiter,
    read: (token: string | null, from = '192.0.2.1') =>
      app.inject({
        method: 'GET',
        url: '/reads',
        remoteAddress: from,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      }),
  });
}

/** Uses up what is left of a limit, but for so many. */
export function spendAllBut(limiter: Limiter, name: Parameters<Limiter['count']>[0], who: string, rest: number): void {
  while (limiter.look(name, who).left > rest) limiter.count(name, who);
}
