/** A body that is one of several shapes is checked like any other, also when it is no object at all (PROTOCOL). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';

const GAME = '019b8f0a-0002-7001-8001-0000000d0201';

describe('PROTOCOL: malformed is 400 invalid_request', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await bootApp();
  });
  afterAll(() => node.close());

  it.each(['5', 'null', '[]', '"pass"', 'true', '{}', '{"type":"shout"}', '{"type":"pass","loud":true}'])(
    'a command that is %s',
    async (payload) => {
      const { headers } = await node.guest();
      const answer = await node.inject({
        method: 'POST',
        url: `/v1/games/${GAME}/commands`,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'a-key-that-is-long-enough' },
        payload,
      });
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );
});
