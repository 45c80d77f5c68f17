/** Those who keep order in tests: the operator, as whoever has the service's secret, and players to whom he has granted it. */
import { newOperatorToken } from '../../src/identity/operator.ts';
import type { TestApp, TestGuest } from './app.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Caller {
  readonly headers: { readonly authorization: string };
}

export function operatorOf({ deps }: TestApp): Caller {
  const { operatorKey, entropy, clock } = deps;
  return { headers: { authorization: `Bearer ${newOperatorToken(operatorKey, entropy, clock)}` } };
}

/** Calls `/v1…` and gives back what came. */
export function callerOf(node: TestApp) {
  return async (who: Caller, method: Method, path: string, payload?: object, more: Record<string, string> = {}) => {
    const answer = await node.inject({
      method,
      url: `/v1${path}`,
      headers: { ...who.headers, ...more },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: answer.statusCode,
      body: answer.body === '' ? null : answer.json(),
      headers: answer.headers,
    };
  };
}

export async function adminOf(node: TestApp, ...scopes: readonly ('admin' | 'admin:secrets')[]): Promise<TestGuest> {
  const admin = await node.guest('Keeper');
  for (const scope of scopes) {
    const granted = await callerOf(node)(operatorOf(node), 'PUT', `/admin/players/${admin.id}/scopes/${scope}`);
    if (granted.status !== 200) throw new Error(JSON.stringify(granted.body));
  }
  return admin;
}
