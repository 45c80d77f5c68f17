/** Each kind of change of a channel, in the real document. */
import { describe, expect, it } from 'vitest';
import { compareAsyncapi } from '../../../../tools/contract/changes/compare-asyncapi.ts';
import { type Json, judgeOf } from '../../../support/documents.ts';
import { type Case, changesBy, told } from './edited-contract.ts';

const { document: asyncapi } = judgeOf('asyncapi.json');

const CASES: readonly Case[] = [
  [
    'breaking',
    'The channel is gone.',
    ({ channels, operations }) => {
      delete channels.lobbyStream;
      delete operations.toLobbyStream;
    },
    '/v1/lobby/stream',
  ],
  [
    'compatible',
    'The channel is new.',
    ({ channels }) => Object.assign(channels, { tea: { address: '/v1/tea', messages: {} } }),
    '/v1/tea',
  ],
  [
    'breaking',
    'The channel is opened in another way.',
    ({ channels }) => Object.assign(channels.stream.bindings.ws, { method: 'POST' }),
    '/v1/stream',
  ],
  [
    'breaking',
    'After 4001 a client comes back now.',
    ({ channels }) =>
      Object.assign(
        channels.stream['x-close-codes'].find(({ code }: Json) => code === 4001),
        { reconnect: true },
      ),
    '/v1/stream',
  ],
  [
    'compatible',
    '4999 is new.',
    ({ channels }) => {
      channels.stream['x-close-codes'].push({ code: 4999, reconnect: false });
    },
    '/v1/stream',
  ],
  [
    'breaking',
    'The message ack is gone.',
    ({ operations }) => operations.toClient.messages.splice(3, 1),
    '/v1/stream, to clients',
  ],
  [
    'breaking',
    'The message ping is gone.',
    ({ operations }) => operations.fromClient.messages.pop(),
    '/v1/stream, from clients',
  ],
  [
    'compatible',
    'The message table is new.',
    ({ channels, operations }) => {
      channels.inboxStream.messages.table = { $ref: '#/components/messages/table' };
      operations.toInboxStream.messages.push({ $ref: '#/channels/inboxStream/messages/table' });
    },
    '/v1/me/stream, to clients',
  ],
  [
    'breaking',
    'The message ack comes as text/tea now.',
    ({ components }) => Object.assign(components.messages.ack, { contentType: 'text/tea' }),
    '/v1/stream, to clients',
  ],
  [
    'breaking',
    'The property "after" must be there now.',
    ({ components }) => components.schemas.SubscribeFrame.required.push('after'),
    '/v1/stream, from clients',
  ],
  [
    'compatible',
    'The property "tea" is new and must be there.',
    ({ components: { schemas } }) => {
      schemas.AckFrame.properties.tea = {};
      schemas.AckFrame.required.push('tea');
    },
    '/v1/stream, to clients',
  ],
  [
    'breaking',
    'maxLength went from 100 to 90.',
    ({ components }) => Object.assign(components.schemas.SubscribeFrame.properties.topic, { maxLength: 90 }),
    '/v1/stream, from clients',
  ],
  [
    'compatible',
    'The value "banished" is new.',
    ({ components }) => components.schemas.UnsubscribedFrame.properties.code.enum.push('banished'),
    '/v1/stream, to clients',
  ],
  [
    'compatible',
    'It may be an object with type "teaServed" now.',
    ({ components }) =>
      components.schemas.PublicEvent.oneOf.push({
        type: 'object',
        properties: { type: { const: 'teaServed' } },
        required: ['type'],
      }),
    '/v1/games/{}/stream, to clients',
  ],
  [
    'breaking',
    'It is never an object with type "gameStarted" now.',
    ({ components }) => components.schemas.PublicEvent.oneOf.shift(),
    '/v1/games/{}/stream, to clients',
  ],
];

describe('the contract of the streams', () => {
  it('is what it is', () => {
    expect(compareAsyncapi(asyncapi, structuredClone(asyncapi))).toEqual([]);
  });

  it.each(CASES)('%s: %s', (severity, what, edit, place) => {
    const changes = changesBy(compareAsyncapi, asyncapi, edit);
    expect(told(changes)).toContain(`${severity}: ${what}`);
    expect(changes.map(({ operation }) => operation)).toContain(place);
  });

  it('may say for all messages what each of them said', () => {
    const changes = changesBy(
      compareAsyncapi,
      asyncapi,
      ({ components }) => delete components.messages.ack.contentType,
    );
    expect(changes).toEqual([]);
  });
});
