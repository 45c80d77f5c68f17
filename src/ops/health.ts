/** Tells an orchestrator whether this process lives and whether it can serve. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';

interface Needs {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
}

const PATIENCE_MS = 2_000;
const common = { method: 'GET', tag: 'Operations', auth: 'none', limit: null } as const;

export function healthRoutes(app: FastifyInstance, { prisma, bus, clock }: Needs): void {
  route(app, {
    ...common,
    url: '/health/live',
    id: 'getLiveness',
    summary: 'Whether the process answers',
    description: 'It looks at nothing else, so that a database that is away restarts no process.',
    responses: { 200: z.object({ status: z.literal('alive') }) },
    handle: () => ({ status: 200, body: { status: 'alive' }, headers: { 'Cache-Control': 'no-store' } }),
  });

  route(app, {
    ...common,
    url: '/health/ready',
    id: 'getReadiness',
    summary: 'Whether games can be served',
    description: 'Without its bus a node is slower but serves on; without its database it answers 503.',
    responses: {
      200: z.object({ status: z.literal('ready'), database: z.literal('up'), bus: z.enum(['up', 'down']) }),
    },
    handle: async () => {
      if (!(await within(clock, prisma.$queryRaw`SELECT 1`))) {
        throw problem('unavailable', 'The database does not answer.', { retryAfterSeconds: 2 });
      }
      const body = { status: 'ready', database: 'up', bus: bus.healthy() ? 'up' : 'down' };
      return { status: 200, body, headers: { 'Cache-Control': 'no-store' } };
    },
  });
}

async function within(clock: SystemClock, asked: Promise<unknown>): Promise<boolean> {
  let cancel = (): void => {};
  const tooLate = new Promise<false>((resolve) => {
    cancel = clock.after(PATIENCE_MS, () => resolve(false));
  });
  const answered = asked.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([answered, tooLate]);
  cancel();
  return result;
}
