/** Which statements a request sends to the database: what is hidden must be looked up as what is missing. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const asked = new AsyncLocalStorage<string[]>();

/** What a pool has been asked already, and will ask one of its clients on somebody else's behalf. */
const passedOn = new WeakSet<object>();

/** From now on pools and clients of this process tell the request on whose behalf they are asked. @returns ends it */
export function watchStatements(): () => void {
  const ofPools = pg.Pool.prototype.query;
  const ofClients = pg.Client.prototype.query;
  pg.Pool.prototype.query = function (this: pg.Pool, first: unknown, ...rest: unknown[]) {
    asked.getStore()?.push(textOf(first));
    const config = typeof first === 'string' ? { text: first } : first;
    if (typeof config === 'object' && config !== null) passedOn.add(config);
    return Reflect.apply(ofPools, this, [config, ...rest]);
  } as typeof ofPools;
  pg.Client.prototype.query = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const isPassedOn = typeof first === 'object' && first !== null && passedOn.has(first);
    if (!isPassedOn) asked.getStore()?.push(textOf(first));
    return Reflect.apply(ofClients, this, [first, ...rest]);
  } as typeof ofClients;
  return () => {
    pg.Pool.prototype.query = ofPools;
    pg.Client.prototype.query = ofClients;
  };
}

/** @param request answered in this process, by `inject` */
export async function statementsOf(request: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  // Awaited inside: `inject` begins when somebody waits for it.
  await asked.run(statements, async () => {
    await request();
  });
  return statements;
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : 'unknown';
}
