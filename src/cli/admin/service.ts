/** The running service, called as its operator, or with a token of whoever may administer it from elsewhere. */
import { z } from 'zod';
import { createHttp, type Http } from '../../client/http.ts';
import { type Config, ConfigError, isSecure, readConfig } from '../../config/config.ts';
import { readSecret } from '../../config/service-secret.ts';
import { operatorTokens } from '../../deps.ts';
import { UsageError } from '../command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Besides those of the service; docs/OPERATIONS.md tells of it. */
export const adminVariables = z.object({ DALMUTI_TOKEN: z.string().optional() });

/** Nobody answers there; told without a stack. */
class Unreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`No service answers at ${url}.`, { cause });
    this.name = 'Unreachable';
  }
}

/**
 * @param url `null` for the service that this environment would start
 * @throws ConfigError, UsageError
 */
export async function openAdmin(command: string, url: string | null, environment: Environment): Promise<Http> {
  const config = readConfig(environment);
  const base = url ?? ownAddress(config);
  if (!isSecure(base)) {
    throw new UsageError(command, '--url takes an https address; http is for this machine alone.');
  }
  const token = await tokenMaker(command, config, environment);
  return async <Body>(...request: Parameters<Http>) => {
    try {
      return await createHttp(base, token())<Body>(...request);
    } catch (error) {
      // What `fetch` throws when there is no answer at all.
      throw error instanceof TypeError ? new Unreachable(base, error) : error;
    }
  };
}

/** @returns makes a token for each request: one of the operator's is good for a minute */
async function tokenMaker(command: string, config: Config, environment: Environment): Promise<() => string> {
  const given = environment.DALMUTI_TOKEN ?? '';
  if (given !== '') return () => given;
  const { secret } = await readSecret(config, false).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new UsageError(command, `${error.message}\nRun this where the service runs, or set DALMUTI_TOKEN.`);
  });
  return operatorTokens(secret);
}

/** A service that listens everywhere listens here too. */
function ownAddress({ HOST, PORT }: Config): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  return `http://${everywhere[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)}:${PORT}`;
}
