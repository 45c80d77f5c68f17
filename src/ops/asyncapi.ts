/** The contract of the WebSocket as AsyncAPI 3.0, from the schemas of its frames (decision 13). */
import Fastify from 'fastify';
import { z } from 'zod';
import { SeatSchema } from '../games/schemas/basics.ts';
import { CommandSchema } from '../games/schemas/commands.ts';
import { PublicEventSchema } from '../games/schemas/events.ts';
import { FrameStateSchema, ViewSchema, YouSchema } from '../games/schemas/view.ts';
import { recordedExamples } from '../http/contract/examples.ts';
import { capital, createNaming, type Naming } from '../http/contract/names.ts';
import { type Direction, isJsonSchema, type JsonSchema, toJsonSchema } from '../http/json-schema.ts';
import { InboxSchema, LobbyFrameSchema, TableSchema } from '../lobby/schemas.ts';
import { CLOSE_CODES } from '../streams/close-codes.ts';
import { ClientFrameSchema, SERVER_FRAMES, SUBPROTOCOL } from '../streams/frames.ts';
import { version } from '../version.ts';

const topic = z.string().meta({ description: '`game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`.' });
const head = z.int();

/** What the topics of games and of the lobby bring to the streams' own frames. */
const TOPIC_FRAMES = {
  snapshot: z.object({ type: z.literal('snapshot'), topic, version: head, view: ViewSchema }),
  events: z.object({
    type: z.literal('events'),
    topic,
    after: head.meta({ description: 'Apply the frame if this is your version.' }),
    version: head,
    events: z.array(PublicEventSchema),
    state: FrameStateSchema,
    you: YouSchema.nullable(),
  }),
  presence: z.object({
    type: z.literal('presence'),
    topic,
    seats: z.array(z.object({ seat: SeatSchema, connected: z.boolean() })),
  }),
  table: z.object({ type: z.literal('table'), topic, version: head, table: TableSchema }),
  lobby: z.object({ type: z.literal('lobby'), topic, version: head, ...LobbyFrameSchema.shape }),
  inbox: z.object({ type: z.literal('inbox'), topic, version: head, inbox: InboxSchema }),
};

const SUMMARIES: Readonly<Record<string, string>> = {
  authenticate: 'First frame of a socket without an Authorization header; later it renews a token.',
  subscribe: 'Follow a topic; `after` resumes a game without a gap.',
  unsubscribe: 'Follow a topic no longer.',
  command: 'A command for a game; its key makes it safe to repeat.',
  ping: 'Asks for a pong.',
  welcome: 'The token is good; tells the limits.',
  subscribed: 'Answers every subscribe.',
  unsubscribed: 'Nothing more comes on this topic.',
  ack: 'The command is committed.',
  rejected: 'The frame with this id was refused and has changed nothing.',
  pong: 'Answers a ping.',
  heartbeat: 'The newest versions of all topics that are followed.',
  closing: 'The socket is about to be closed, and whether to come back.',
  snapshot: 'The whole view; replaces everything known of the topic.',
  events: 'All events of one command, with what the game asks now.',
  presence: 'Who is connected; not counted in the version.',
  table: 'A table, whole.',
  lobby: 'Public tables: at first all of the list, then what has changed in it.',
  inbox: 'All that concerns the player, whole.',
};

/** The document, always the same for the same code. */
export function asyncapiDocument(): object {
  // A Fastify that serves nothing: it collects schemas with an id exactly as the HTTP contract does.
  const store = Fastify();
  const sent = framesOf(store, ClientFrameSchema.options, 'input');
  const received = framesOf(store, [...Object.values(SERVER_FRAMES), ...Object.values(TOPIC_FRAMES)], 'output');
  const command = toJsonSchema(store, CommandSchema, 'input');
  const collected = Object.entries(store.getSchemas()).map(
    ([id, schema]) => [id, referring(withoutId(schema))] as const,
  );
  const naming = createNaming(Object.fromEntries(collected));
  const messages = Object.fromEntries(
    [...sent, ...received].map(([name, payload]) => [name, messageOf(name, payload, command, naming)]),
  );
  const schemas = Object.entries(naming.components).sort(([one], [other]) => (one < other ? -1 : 1));
  return withoutDiscriminators({
    asyncapi: '3.0.0',
    info: {
      title: 'The Great Dalmuti, an open game service: streams',
      version,
      description: description(),
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      tags: [{ name: 'Streams', description: 'One WebSocket for everything, and server-sent events.' }],
    },
    defaultContentType: 'application/json',
    servers: {
      websocket: {
        host: 'localhost:7575',
        protocol: 'ws',
        description: 'Where the service listens unless it is told otherwise; `wss` behind a proxy that ends TLS.',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
      sse: {
        host: 'localhost:7575',
        protocol: 'http',
        description: 'The same frames as server-sent events.',
        security: [{ $ref: '#/components/securitySchemes/token' }, { $ref: '#/components/securitySchemes/ticket' }],
      },
    },
    channels: {
      stream: {
        address: '/v1/stream',
        title: 'The WebSocket',
        description: `A WebSocket with the subprotocol ${SUBPROTOCOL}; text frames, one JSON object each. Topics: \`game:<id>\` is a history, which \`after\` resumes; \`table:<id>\` and \`me\` are states, sent whole on subscribing and on every change; \`lobby\` is a list, sent whole and then as what has changed in it.`,
        servers: [{ $ref: '#/servers/websocket' }],
        messages: references([...sent, ...received].map(([name]) => name)),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
        'x-close-codes': Object.values(CLOSE_CODES),
      },
      ...Object.fromEntries(Object.entries(EVENT_STREAMS).map(([name, one]) => [name, eventStream(one)])),
    },
    operations: {
      fromClient: operation(
        'receive',
        'What a client may send.',
        'stream',
        sent.map(([name]) => name),
      ),
      toClient: operation(
        'send',
        'What the service sends.',
        'stream',
        received.map(([name]) => name),
      ),
      ...Object.fromEntries(
        Object.entries(EVENT_STREAMS).map(([name, { title, frames }]) => [
          `to${capital(name)}`,
          operation('send', `${title}.`, name, frames),
        ]),
      ),
    },
    components: {
      messages,
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An access token, or the token of a bot.' },
        ticket: {
          type: 'httpApiKey',
          in: 'query',
          name: 'ticket',
          description: 'From `POST /v1/stream-tickets`, where no header can be sent.',
        },
      },
    },
  });
}

interface EventStreamChannel {
  readonly address: string;
  readonly title: string;
  readonly frames: readonly string[];
}

/** What goes over server-sent events as well: the event is the `type` of the frame, its `id` the version. */
const EVENT_STREAMS: Readonly<Record<string, EventStreamChannel>> = {
  gameStream: {
    address: '/v1/games/{gameId}/stream',
    title: 'A game as server-sent events',
    frames: ['snapshot', 'events', 'presence', 'closing'],
  },
  inboxStream: { address: '/v1/me/stream', title: 'My inbox as server-sent events', frames: ['inbox', 'closing'] },
  lobbyStream: {
    address: '/v1/lobby/stream',
    title: 'Public tables as server-sent events',
    frames: ['lobby', 'closing'],
  },
};

function eventStream({ address, title, frames }: EventStreamChannel): object {
  return {
    address,
    title,
    description:
      'Each frame is the `data` of an event; the name of the event is its `type`, and its `id` the `version`. Comments are the heartbeat.',
    servers: [{ $ref: '#/servers/sse' }],
    ...(address.includes('{gameId}') ? { parameters: { gameId: { description: 'The id of a game.' } } } : {}),
    messages: references(frames),
    bindings: { http: { bindingVersion: '0.3.0' } },
  };
}

function references(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));
}

type Frames = readonly (readonly [string, JsonSchema])[];

/** Frames by the name that stands in their `type`. */
function framesOf(store: ReturnType<typeof Fastify>, frames: readonly z.ZodType[], direction: Direction): Frames {
  return frames.map((frame) => {
    const schema = toJsonSchema(store, frame, direction);
    const { properties } = schema;
    const type = isJsonSchema(properties) && isJsonSchema(properties.type) ? properties.type.const : undefined;
    return [String(type), schema] as const;
  });
}

function messageOf(name: string, payload: JsonSchema, command: JsonSchema, { component }: Naming): object {
  const properties = isJsonSchema(payload.properties) ? payload.properties : {};
  // The socket leaves the judgement of a command to the games; for a reader it is the same `Command` as over HTTP.
  const shown = name === 'command' ? { ...payload, properties: { ...properties, command } } : payload;
  return {
    name,
    title: name,
    summary: SUMMARIES[name],
    contentType: 'application/json',
    payload: component({ ...referring(shown), description: SUMMARIES[name] }, `${capital(name)}Frame`),
    examples: recordedExamples().frames[name] ?? [],
  };
}

function operation(action: 'send' | 'receive', summary: string, channel: string, frames: readonly string[]): object {
  return {
    action,
    summary,
    channel: { $ref: `#/channels/${channel}` },
    messages: frames.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  };
}

function withoutId(schema: unknown): JsonSchema {
  if (!isJsonSchema(schema)) return {};
  const { $id: _, ...rest } = schema;
  return rest;
}

/** `View#` becomes `#/components/schemas/View`. */
function referring(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(/^(\w+)#$/, '#/components/schemas/$1') : value,
  );
}

/** A keyword of AsyncAPI with another meaning: branches are told apart by the constant in their `type`. */
function withoutDiscriminators(document: object): object {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => (key === 'discriminator' ? undefined : value));
}

function description(): string {
  const codes = Object.values(CLOSE_CODES).map(
    ({ code, reason, reconnect }) => `| ${code} | ${reason} | ${reconnect ? 'yes' : 'no'} |`,
  );
  return [
    'One socket for everything. Clients ignore frames, events and properties that they do not know.',
    'Every way of losing a socket is announced by a `closing` frame:',
    ['| code | reason | reconnect |', '|---|---|---|', ...codes].join('\n'),
  ].join('\n\n');
}
