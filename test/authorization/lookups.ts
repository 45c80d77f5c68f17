/** Which statements a request sends to the database: what is hidden must be looked up as what is missing. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const asked = new AsyncLocalStorage<string[]>();

/** From now on each client of this process tells the request on whose behalf it asks. @returns ends it */
export function watchStatements(): () => void {
  const { query } = pg.Client.prototype;
  const watched = function (this: pg.Client, ...args: unknown[]) {
    asked.getStore()?.push(textOf(args[0]));
    return Reflect.apply(query, this, args);
  };
  pg.Client.prototype.query = watched as typeof query;
  return () => {
    pg.Client.prototype.query = query;
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
