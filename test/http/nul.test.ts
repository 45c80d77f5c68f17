/** Postgres cannot keep the character NUL: wherever a text is taken, it is refused at the door and never an error of ours. */
import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { systemClock, systemEntropy } from '../../src/adapters/system.ts';
import { newOperatorToken } from '../../src/identity/operator.ts';
import { bootApp } from '../support/app.ts';

const NUL = '\u0000'.repeat(20);

it('refuses NUL in every text of a body, an address, a query and a frame', async (test) => {
  const node = await bootApp(test);
  const { headers, token } = await node.guest('Ann');
  const table = (await node.inject({ method: 'POST', url: '/v1/tables', headers, payload: {} })).json();
  const gameId = '0192f0c1-0000-7000-8000-000000000000';
  const calls = [
    { method: 'POST', url: '/v1/guests', payload: { name: NUL } },
    { method: 'POST', url: '/v1/guests', payload: { name: 'Ann', locale: NUL } },
    { method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken: NUL } },
    { method: 'POST', url: '/v1/bots', payload: { name: NUL } },
    { method: 'POST', url: '/v1/tables', payload: { name: NUL } },
    { method: 'POST', url: '/v1/tables', payload: { ruleset: { preset: NUL } } },
    { method: 'POST', url: '/v1/tables', payload: { ruleset: { [NUL]: NUL } } },
    { method: 'POST', url: `/v1/tables/${table.id}/seats`, payload: { invite: NUL } },
    { method: 'GET', url: '/v1/invites/%00' },
    { method: 'GET', url: '/v1/tables?preset=%00' },
    { method: 'GET', url: '/v1/tables?cursor=%00' },
    { method: 'GET', url: '/v1/games/%00' },
    { method: 'GET', url: `/v1/games/${gameId}/hands?cursor=%00` },
  ] as const;
  for (const call of calls) {
    const answer = await node.inject({ headers, ...call });
    expect([400, 401, 404, 422], `${call.method} ${call.url}`).toContain(answer.statusCode);
  }

  const operator = { authorization: `Bearer ${newOperatorToken(node.deps.operatorKey, systemEntropy, systemClock)}` };
  const reason = { reason: NUL };
  const acts = [
    { method: 'GET', url: '/v1/admin/players?name=%00' },
    { method: 'PUT', url: `/v1/admin/players/${gameId}/ban`, payload: reason },
    { method: 'POST', url: `/v1/admin/games/${gameId}/end`, payload: reason },
    { method: 'POST', url: `/v1/admin/tables/${table.id}/close`, payload: reason },
  ] as const;
  for (const act of acts) {
    const answer = await node.inject({ headers: operator, ...act });
    expect(answer.statusCode, `${act.method} ${act.url}`).toBe(400);
  }

  const socket = new WebSocket(`${(await node.listen()).replace('http', 'ws')}/v1/stream`, ['dalmuti.v1'], {
    headers: { authorization: `Bearer ${token}` },
  });
  const frames = [
    { type: 'subscribe', id: '1', topic: `game:${NUL}` },
    { type: 'subscribe', id: '2', topic: `table:${NUL}` },
    { type: 'subscribe', id: '3', topic: NUL },
    { type: 'command', id: '4', key: NUL, gameId, command: { type: 'pass' } },
    { type: 'command', id: '5', key: 'k'.repeat(16), gameId, command: { type: 'play', cards: [NUL] } },
  ];
  const codes = await new Promise<readonly string[]>((resolve) => {
    const seen: string[] = [];
    socket.on('open', () => {
      for (const frame of frames) socket.send(JSON.stringify(frame));
    });
    socket.on('message', (data) => {
      const frame: { type: string; problem?: { code: string } } = JSON.parse(String(data));
      if (frame.problem !== undefined) seen.push(frame.problem.code);
      if (seen.length === frames.length) resolve(seen);
    });
  });
  socket.terminate();
  expect([...codes].sort()).toEqual(['invalid_request', 'invalid_request', 'not_found', 'not_found', 'not_found']);
});
