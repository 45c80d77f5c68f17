/** The log of the whole test run, at its most talkative, beside the secrets that the run has handed out: at the end one is searched for the other. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { inject } from 'vitest';
import { createLogger } from '../../../src/http/logger.ts';
import { secretsIn } from './secrets.ts';

const LOG = `${process.pid}.log`;
const SECRETS = `${process.pid}.secrets`;

/** Logs everything into the run's log. */
export function runLogger(): FastifyBaseLogger {
  return createLogger('trace', { write: (line) => keepLog(line) });
}

/** @param text what a service has written, wherever it ran */
export function keepLog(text: string): void {
  appendFileSync(join(inject('logFolder'), LOG), text);
}

/** Remembers each token, ticket and code that an app takes or gives. */
export function rememberSecrets(app: FastifyInstance): void {
  const known = new Set<string>();
  // Before anything of it is checked: what is refused may be secret all the same.
  app.addHook('preValidation', async (request) => remember(known, sentWith(request).filter(isNoWord)));
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload === 'string' && payload.startsWith('{')) remember(known, givenBy(request, payload));
    return payload;
  });
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Tests send words and ids in place of tokens, which stand in logs for other reasons; what is given out is never such. */
const isNoWord = (sent: string): boolean => sent.length >= 20 && !UUID.test(sent);

function sentWith({ headers, query, params, body, routeOptions }: FastifyRequest): readonly string[] {
  return secretsIn(routeOptions.url ?? '', [headers, query, params, body]);
}

function givenBy({ routeOptions }: FastifyRequest, payload: string): readonly string[] {
  return secretsIn(routeOptions.url ?? '', [JSON.parse(payload)]);
}

function remember(known: Set<string>, secrets: readonly string[]): void {
  const fresh = secrets.filter((secret) => !known.has(secret));
  if (fresh.length === 0) return;
  for (const secret of fresh) known.add(secret);
  appendFileSync(join(inject('logFolder'), SECRETS), `${fresh.join('\n')}\n`);
}
