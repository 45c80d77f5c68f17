/** What succeeds only with something that was made for it: a secret, a turn, a right. Everything else the matrix knows. */
import { newcomer, type World } from './world.ts';

interface Meant {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** By operation. */
export const RECIPES: Readonly<Record<string, (world: World) => Promise<Meant>>> = {
  async refreshTokens({ node }) {
    const { refreshToken } = await newcomer(node);
    return { path: '/v1/tokens/refresh', body: { refreshToken } };
  },
  async exchangeToken({ issuer }) {
    return { path: '/v1/tokens/exchange', body: { token: await issuer.sign() } };
  },
  async useDeviceCode({ node }) {
    const { headers } = await newcomer(node);
    const { code } = (await node.inject({ method: 'POST', url: '/v1/me/device-codes', headers })).json();
    return { path: '/v1/tokens/device', body: { code } };
  },
  async sendCommand(world) {
    const { gameId, headers, command } = await world.turn();
    const path = `/v1/games/${gameId}/commands`;
    return { path, headers: { ...headers, 'idempotency-key': keyOf(world) }, body: command };
  },
  async openStream({ node }) {
    const { headers } = await newcomer(node);
    return { path: '/v1/stream', headers };
  },
  async grantScope(world) {
    const { id } = await newcomer(world.node);
    return { path: `/v1/admin/players/${id}/scopes/admin`, headers: world.operator() };
  },
  async withdrawScope(world) {
    const { id } = await newcomer(world.node);
    return { path: `/v1/admin/players/${id}/scopes/admin`, headers: world.operator() };
  },
};

let keys = 0;
const keyOf = ({ made }: World): string => `a key of the fuzzer ${made} ${++keys}`.replaceAll(' ', '-');
