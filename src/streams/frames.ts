/** The frames of `dalmuti.v1`: what a client may send, and what the streams themselves send (docs/PROTOCOL.md). */
import { z } from 'zod';
import { CommandKeySchema, LimitSchema, PlayerSchema, ProblemSchema, TimeSchema } from '../http/schemas.ts';

export const SUBPROTOCOL = 'dalmuti.v1';
export const HEARTBEAT_SECONDS = 15;

const id = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Matches an answer to this frame; lives as long as the socket.' });
const topic = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: '`game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`.' });

export const ClientFrameSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('authenticate'), id, token: z.string().max(4096) }),
    z.strictObject({
      type: z.literal('subscribe'),
      id,
      topic,
      after: z.int().min(0).exactOptional().meta({ description: 'The version that the client has; resumes a game.' }),
    }),
    z.strictObject({ type: z.literal('unsubscribe'), id, topic }),
    z.strictObject({
      type: z.literal('command'),
      id,
      key: CommandKeySchema,
      gameId: z.uuid(),
      command: z.looseObject({ type: z.string() }).meta({ description: 'A `Command`.' }),
    }),
    z.strictObject({ type: z.literal('ping'), id }),
  ])
  .meta({ id: 'ClientFrame' });

export type ClientFrame = z.infer<typeof ClientFrameSchema>;

const version = z.int();

/** Frames that no feature has a part in; features bring `snapshot`, `events`, `presence`, `table`, `lobby` and `inbox`. */
export const SERVER_FRAMES = {
  welcome: z.object({
    type: z.literal('welcome'),
    serverTime: TimeSchema,
    player: PlayerSchema,
    heartbeatSeconds: z.int(),
    limits: z.array(LimitSchema),
    maxFrameBytes: z.int(),
    maxTopics: z.int(),
    maxSockets: z.int(),
    maxEventStreams: z.int(),
  }),
  subscribed: z.object({
    type: z.literal('subscribed'),
    id,
    topic,
    mode: z.enum(['snapshot', 'resume']),
    version,
  }),
  unsubscribed: z.object({
    type: z.literal('unsubscribed'),
    topic,
    code: z.enum(['asked', 'closed', 'forbidden', 'gone']),
  }),
  ack: z.object({ type: z.literal('ack'), id, version, replayed: z.boolean() }),
  rejected: z.object({ type: z.literal('rejected'), id, problem: ProblemSchema }),
  pong: z.object({ type: z.literal('pong'), id, serverTime: TimeSchema }),
  heartbeat: z.object({
    type: z.literal('heartbeat'),
    serverTime: TimeSchema,
    heads: z.array(z.object({ topic, version })),
  }),
  closing: z.object({
    type: z.literal('closing'),
    code: z.int(),
    reason: z.string(),
    reconnect: z.boolean(),
    retryAfterSeconds: z.int(),
  }),
} as const;
