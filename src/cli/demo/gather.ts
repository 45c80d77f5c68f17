/** Brings a host and his bots to a table, by the calls that anybody could make. */
import { createHash, randomBytes } from 'node:crypto';
import { createHttp, type Http } from '../../client/http.ts';
import { type Login, loginAsGuest } from '../../client/tokens.ts';
import { NAMES } from './names.ts';
import type { DemoOptions } from './options.ts';

export interface Gathered {
  readonly gameId: string;
  readonly hostToken: Login['token'];
  /** In the order in which they sat down, which is the order of seats. */
  readonly bots: readonly { readonly name: string; readonly token: string }[];
}

interface Bot {
  readonly id: string;
}
interface Table {
  readonly id: string;
}
interface Inbox {
  readonly invitations: readonly { readonly id: string; readonly table: Table }[];
}
interface Started {
  readonly gameId: string;
}

export async function gather(
  base: string,
  options: Pick<DemoOptions, 'players' | 'hands' | 'preset' | 'seed'>,
): Promise<Gathered> {
  const login = await loginAsGuest(base, { name: 'Host' });
  const host = createHttp(base, await login.token(null));
  const table = await host<Table>('POST', '/v1/tables', {
    name: 'The demo',
    visibility: 'unlisted',
    ruleset: {
      preset: options.preset,
      players: { min: options.players, max: options.players },
      end: { hands: options.hands },
    },
    clock: { turnSeconds: 120 },
  });
  const bots: { name: string; token: string }[] = [];
  for (const name of NAMES.slice(0, options.players)) {
    const entropy = entropyOf(name, options.seed);
    bots.push({ name, token: await seat(base, host, table, { name, entropy }) });
  }
  const { gameId } = await host<Started>('POST', `/v1/tables/${table.id}/start`);
  return { gameId, hostToken: login.token, bots };
}

interface Newcomer {
  readonly name: string;
  readonly entropy: string;
}

/** What a bot adds to the chance of the game, in hexadecimal: the same for the same seed, else something new. */
function entropyOf(name: string, seed: string | null): string {
  return seed === null
    ? randomBytes(16).toString('hex')
    : createHash('sha256').update(`${seed}\n${name}`).digest('hex');
}

/** A bot account is made, invited to the table, finds the invitation in its inbox and accepts it. @returns its token */
async function seat(base: string, host: Http, table: Table, { name, entropy }: Newcomer): Promise<string> {
  const bot = await host<Bot>('POST', '/v1/bots', { name });
  const { token } = await host<{ token: string }>('POST', `/v1/bots/${bot.id}/token`);
  await host('POST', `/v1/tables/${table.id}/bots`, { kind: 'remote', playerId: bot.id });
  const own = createHttp(base, token);
  const { invitations } = await own<Inbox>('GET', '/v1/me/inbox');
  const invitation = invitations.find((each) => each.table.id === table.id);
  if (invitation === undefined) throw new Error(`${name} was invited but finds no invitation.`);
  await own('POST', `/v1/invitations/${invitation.id}/accept`, { entropy });
  return token;
}
