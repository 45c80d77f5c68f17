/** That the search through the log of a run would find what must never stand there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSecrets, secretsIn } from '../support/run-log/secrets.ts';
import { searchLogs } from '../support/run-log/setup.ts';

const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTliOGYwYSJ9.c2lnbmF0dXJl';

test.each([
  ['an access token', `{"msg":"got ${JWT}"}`],
  ['a bot token', '{"msg":"dbt_0123456789012345678901234567890123456789012"}'],
  ['a refresh token in an address', '{"path":"/v1/me?token=drt_0123456789012345678901234567890123456789012"}'],
  ['an invite code', '{"path":"/v1/invites/K7QM-2FXD"}'],
])('%s is found by its shape', (_what, line) => {
  expect(findSecrets(line, new Set())).toHaveLength(1);
});

test.each([
  ['in an error', '{"err":{"message":"no such code: WXYZ2345"}}'],
  ['as a key', '{"WXYZ2345":1}'],
  ['in a sentence', '{"msg":"WXYZ2345 was used"}'],
  ['in an address, in small letters', '{"path":"/v1/invites/wxyz2345"}'],
])('what was handed out is found %s', (_where, line) => {
  expect(findSecrets(line, ['WXYZ2345'])).toEqual([expect.stringMatching(/^it was given out: WXYZ2345$/i)]);
});

test('an ordinary line tells nothing', () => {
  const line =
    '{"level":30,"time":1764500000000,"requestId":"019b8f0a-0009-7001-8001-0000000d0901","method":"GET","path":"/v1/me","status":401,"ms":1.2,"code":"token_invalid","msg":"answered"}';
  expect(findSecrets(line, new Set(['WXYZ2345', JWT]))).toEqual([]);
});

test('tokens, tickets and codes are remembered from headers, queries and bodies, codes of problems are not', () => {
  const parts = [
    { authorization: `Bearer ${JWT}` },
    { ticket: 'a-ticket-of-somebody' },
    { player: { id: '1' }, tables: [{ inviteCode: 'K7QM-2FXD' }], code: 'token_invalid' },
  ];
  expect(secretsIn('/v1/tables', parts)).toEqual([JWT, 'a-ticket-of-somebody', 'K7QM-2FXD']);
  expect(secretsIn('/v1/tokens/device', [{ code: 'WXYZ2345' }])).toEqual(['WXYZ2345']);
});

test('every log of a run is held against the secrets of all its processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dalmuti-log-test-'));
  writeFileSync(join(folder, '1.log'), '{"msg":"nothing"}\n');
  writeFileSync(join(folder, '2.log'), '{"msg":"WXYZ2345"}\n');
  writeFileSync(join(folder, '1.secrets'), 'WXYZ2345\nABCD2345\n');
  expect(searchLogs(folder)).toMatchObject({ found: ['it was given out: WXYZ2345'], secrets: 2 });
  rmSync(folder, { recursive: true });
});
