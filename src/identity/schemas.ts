/** Shapes of players' and bots' tokens on the wire. */
import { z } from 'zod';
import { IdSchema, PlayerSchema, TimeSchema } from '../http/schemas.ts';
import type { Bot } from './bots.ts';
import type { DeviceCode } from './device-codes.ts';
import type { Profile, Tokens } from './guests.ts';
import { NameSchema } from './names.ts';
import type { PublicJwk } from './signing-keys.ts';
import type { StreamTicket } from './stream-tickets.ts';

export const ScopesSchema = z.array(z.enum(['play', 'lobby', 'bots', 'admin', 'admin:secrets']));

const LocaleSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)
  .describe('A language tag such as "en" or "de-CH".');

export const NewGuestSchema = z.strictObject({
  name: NameSchema,
  locale: LocaleSchema.optional(),
  code: z.string().max(100).optional().describe('The code of the service, where its operator demands one.'),
});

export const ProfileChangeSchema = z.strictObject({
  name: NameSchema.optional(),
  locale: LocaleSchema.nullable().optional().describe('null takes it away.'),
});

export const DeviceCodeSchema = z
  .object({
    code: z.string().describe('Eight characters, none of which looks like another; shown this once.'),
    expiresAt: TimeSchema,
  })
  .meta({ id: 'DeviceCode' }) satisfies z.ZodType<DeviceCode>;

export const UseDeviceCodeSchema = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(40)
    .describe('As it was typed: small letters, blanks and hyphens do not matter, and O counts as 0, I and L as 1.'),
});

export const RefreshSchema = z.strictObject({ refreshToken: z.string().min(1).max(4096) });

export const NewBotSchema = z.strictObject({
  name: NameSchema,
  acceptFrom: z.enum(['owner', 'anyone']).default('owner').describe('Whose invitations the bot may accept.'),
});

export const NewStreamTicketSchema = z.strictObject({
  topic: z
    .string()
    .regex(/^(?:me|lobby|game:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
    .describe(
      'Which stream: `me` for `/v1/me/stream`, `lobby` for `/v1/lobby/stream`, `game:<id>` for `/v1/games/{id}/stream`.',
    ),
});

export const StreamTicketSchema = z
  .object({
    ticket: z.string().describe('Keep it secret: anyone who has it can read the stream.'),
    expiresAt: TimeSchema,
  })
  .meta({ id: 'StreamTicket' }) satisfies z.ZodType<StreamTicket>;

const tokens = {
  tokenType: z.literal('Bearer'),
  accessToken: z.string().describe('A JWT (EdDSA); verify it with /.well-known/jwks.json or not at all.'),
  expiresIn: z.int().describe('Seconds until the access token ends.'),
  refreshToken: z.string().describe('Good for one exchange; keep it secret.'),
  refreshExpiresIn: z.int().describe('Seconds until the refresh token ends when it is not used.'),
  scopes: ScopesSchema,
};

export const TokensSchema = z.object(tokens).meta({ id: 'Tokens' }) satisfies z.ZodType<Mutable<Tokens>>;

export const GuestSchema = z.object({ player: PlayerSchema, ...tokens }).meta({ id: 'Guest' });

export const MeSchema = z
  .object({ ...PlayerSchema.shape, locale: z.string().nullable(), createdAt: TimeSchema, scopes: ScopesSchema })
  .meta({ id: 'Me' }) satisfies z.ZodType<Profile>;

export const BotSchema = z
  .object({
    id: IdSchema,
    name: z.string(),
    kind: z.literal('bot'),
    acceptFrom: z.enum(['owner', 'anyone']),
    createdAt: TimeSchema,
    tokenSince: TimeSchema.nullable().describe('When its present token was made; null when it has none.'),
    lastUsedAt: TimeSchema.nullable().describe('When that token was last used, to the minute; null until it was.'),
  })
  .meta({ id: 'Bot' }) satisfies z.ZodType<Bot>;

export const BotTokenSchema = z
  .object({
    token: z.string().describe('Shown this once; only a hash is kept.'),
    scopes: ScopesSchema,
    createdAt: TimeSchema,
  })
  .meta({ id: 'BotToken' });

const JwkSchema = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
}) satisfies z.ZodType<PublicJwk>;

export const JwksSchema = z.object({ keys: z.array(JwkSchema) }).meta({ id: 'Jwks' });

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };
