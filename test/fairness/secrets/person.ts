/** Somebody who talks to the service, and keeps every byte that it says to him. */
import { randomUUID } from 'node:crypto';
import type { House } from './house.ts';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all kinds, read where they are asked for
  readonly body: any;
}

export interface Said {
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of his own. */
  readonly token?: string;
  readonly node?: number;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  /** The node that he talks to. */
  readonly node: number;
  readonly house: House;
  keep(from: string, bytes: Buffer | string): void;
  /** @param path after `/v1`; asked again when the node went away meanwhile */
  call(method: string, path: string, said?: Said): Promise<Answer>;
  /** The same person with a fresh access token. */
  renewed(): Promise<Person>;
}

export async function newGuest(house: House, name: string, node: number): Promise<Person> {
  const nobody = personOf(house, { id: 'nobody yet', name, token: '', refreshToken: '' }, node);
  const { body } = await nobody.call('POST', '/guests', { body: { name } });
  return personOf(house, { ...body.player, token: body.accessToken, refreshToken: body.refreshToken }, node);
}

/** A bot account of `owner`, and its token. */
export async function newBot(owner: Person, name: string, node: number): Promise<Person> {
  const { body } = await owner.call('POST', '/bots', { body: { name, acceptFrom: 'owner' } });
  const { token } = (await owner.call('POST', `/bots/${body.id}/token`)).body;
  return personOf(owner.house, { id: body.id, name, token, refreshToken: '' }, node);
}

type Account = Pick<Person, 'id' | 'name' | 'token'> & { readonly refreshToken: string };

function personOf(house: House, account: Account, node: number): Person {
  const { id, name, token, refreshToken } = account;
  const keep = (from: string, bytes: Buffer | string) => house.recorder.keep(id, from, bytes);

  async function call(method: string, path: string, said: Said = {}): Promise<Answer> {
    for (;;) {
      const url = `${await house.base(said.node ?? node)}/v1${path}`;
      const answer = await fetch(url, request(method, said, said.token ?? token)).catch(whenGone);
      if (answer === null) continue;
      const bytes = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type') ?? '';
      const from = `${method} /v1${path}`;
      keep(from, [`${answer.status} ${answer.statusText}`, ...headersOf(answer)].join('\n'));
      keep(type.startsWith('text/csv') ? `${from} text/csv` : from, bytes);
      const text = bytes.toString();
      return { status: answer.status, type, text, body: type.includes('json') ? JSON.parse(text) : null };
    }
  }

  return {
    id,
    name,
    token,
    node,
    house,
    keep,
    call,
    async renewed() {
      const { body } = await call('POST', '/tokens/refresh', { body: { refreshToken } });
      return personOf(house, { id, name, token: body.accessToken, refreshToken: body.refreshToken }, node);
    },
  };
}

export const headersOf = ({ headers }: Response): readonly string[] =>
  [...headers].map(([header, value]) => `${header}: ${value}`);

function request(method: string, { body, headers = {} }: Said, token: string): RequestInit {
  return {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** `fetch` says so of connections that were refused or broke. */
function whenGone(error: unknown): null {
  if (error instanceof TypeError && error.cause !== undefined) return null;
  throw error;
}
