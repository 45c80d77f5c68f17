/** Tokens that secret scanners find, that typos do not get past, and that older forms live beside (docs/OPERATIONS.md, Tokens). */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isToken, newToken } from '../../src/identity/opaque-tokens.ts';
import { readToken, writeToken } from '../../src/identity/token-text.ts';
import { read } from '../architecture/markdown.ts';
import { bootApp, type TestApp } from '../support/app.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As the document says it, and not as the code does it. */
function documented(kind: 'bot' | 'refresh'): { readonly whole: RegExp; readonly anywhere: RegExp } {
  const [, expression = ''] = new RegExp(`\\| \`(.*dalmuti_${kind}_.*?)\` \\|`).exec(read('docs/OPERATIONS.md')) ?? [];
  expect(expression).not.toBe('');
  return { whole: new RegExp(`^${expression}$`), anywhere: new RegExp(expression, 'g') };
}

function checksumIsRight(token: string): boolean {
  const number = [...token.slice(-6)].reduce((all, digit) => all * 62 + DIGITS.indexOf(digit), 0);
  return number === crc32(token.slice(0, -6));
}

const entropy = (bytes: number) => new Uint8Array(randomBytes(bytes));

describe('the text of a token', () => {
  it.each(['bot', 'refresh'] as const)(
    'of a %s fits the documented expression and checksum, whatever its bytes',
    (kind) => {
      const all = [entropy, () => new Uint8Array(32), () => new Uint8Array(32).fill(255)].map((bytes) =>
        newToken(kind, bytes),
      );
      for (const token of all) {
        expect(token).toMatch(documented(kind).whole);
        expect(checksumIsRight(token)).toBe(true);
        expect(isToken(kind, token)).toBe(true);
      }
      const leaked = `export TOKEN="${all[0]}"\nurl = https://x/?t=${all[1]}&a=b`;
      expect(leaked.match(documented(kind).anywhere)).toEqual(all.slice(0, 2));
    },
  );

  it('is refused with any character changed, left out or added, and as a token of the other kind', () => {
    const token = newToken('bot', entropy);
    const wrong = [...token].flatMap((letter, at) => {
      const other = letter === 'x' ? 'y' : 'x';
      return [other, '', `${letter}0`].map((put) => token.slice(0, at) + put + token.slice(at + 1));
    });
    expect(wrong.filter((text) => text !== token && isToken('bot', text))).toEqual([]);
    expect(isToken('refresh', token)).toBe(false);
  });

  it('keeps its bytes', () => {
    for (const bytes of [new Uint8Array(54), entropy(54), new Uint8Array(54).fill(255)]) {
      expect(readToken('p_', writeToken('p_', bytes), 54)).toEqual(bytes);
    }
  });
});

describe('tokens of the service', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await bootApp();
  });
  afterAll(() => node.close());

  const me = async (token: string) =>
    (await node.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).json();
  const refresh = async (refreshToken: string) =>
    (await node.inject({ method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken } })).json();

  it('fit the documented expressions', async () => {
    const { headers, refreshToken } = await node.guest();
    const { id } = (await node.inject({ method: 'POST', url: '/v1/bots', headers, payload: { name: 'Robo' } })).json();
    const { token } = (await node.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers })).json();
    expect(token).toMatch(documented('bot').whole);
    expect(refreshToken).toMatch(documented('refresh').whole);
    const successor = (await refresh(refreshToken)).refreshToken;
    expect(successor).toMatch(documented('refresh').whole);
    expect([token, refreshToken, successor].every(checksumIsRight)).toBe(true);
  });

  it('with a wrong checksum are refused without asking the database', async () => {
    const find = vi.spyOn(node.database.prisma.botToken, 'findUnique');
    const token = newToken('bot', entropy);
    const typo = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    expect(await me(typo)).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(find).not.toHaveBeenCalled();
    expect(await me(token)).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(find).toHaveBeenCalledTimes(1);
    find.mockRestore();
  });
});
