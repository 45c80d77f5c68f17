/** The environment, read once: a frozen, typed Config, or a refusal that names the variable. */
import { z } from 'zod';

const flag = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] });
const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error);
};

/** Signatures that only the issuer can make: no shared secrets (HS…), and never none. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const secureUrl = z.string().refine(isSecure, 'must be an https address; http is for this machine alone');
const few = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(20);

const IssuerSetting = z.strictObject({
  issuer: secureUrl,
  audience: z.union([z.string().min(1), few(z.string().min(1))], 'must be text, or a list of texts'),
  jwksUri: secureUrl.optional(),
  algorithms: few(z.enum(ALGORITHMS, `must be among ${ALGORITHMS.join(', ')}`)).default([...ALGORITHMS]),
  name: z.string().min(1).max(100).optional(),
});

/** An issuer whose tokens give ours; see docs/OPERATIONS.md. */
export type IssuerSetting = Readonly<z.infer<typeof IssuerSetting>>;

const issuers = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(IssuerSetting, 'must be a JSON list')
      .refine((list) => new Set(list.map(({ issuer }) => issuer)).size === list.length, 'names an issuer twice'),
  );

/** Names that stand for ranges of private addresses. */
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'] as const;
/** Not `/0`: everybody would be a proxy. */
const range = z.union([z.cidrv4(), z.cidrv6()]).refine((text) => !text.endsWith('/0'));
const proxyAddress = z.union([z.ipv4(), z.ipv6(), range, z.enum(PROXY_RANGES)]);

/** `true` has always meant the nearest proxy alone: to believe all of them is to believe the client. */
const proxies = z.string().transform((text, ctx): false | number | readonly string[] => {
  const isFlag = flag.safeParse(text);
  if (isFlag.success) return isFlag.data ? 1 : false;
  const hops = whole(1, 32).safeParse(text);
  if (hops.success) return hops.data;
  const addresses = listed(text);
  if (addresses.length > 0 && addresses.every((one) => proxyAddress.safeParse(one).success)) return addresses;
  const kinds = 'false, a number of proxies up to 32, or a list of addresses and ranges (10.0.0.0/8)';
  ctx.addIssue({ code: 'custom', message: `must be ${kinds}` });
  return z.NEVER;
});

/** `*` is all of them, an empty list none. */
const origins = z.string().transform((text, ctx): '*' | readonly string[] => {
  if (text === '*') return '*';
  if (text === 'none') return [];
  const list = listed(text);
  if (list.length > 0 && list.every(isOrigin)) return list;
  ctx.addIssue({ code: 'custom', message: 'must be *, none, or a list of origins (https://play.example)' });
  return z.NEVER;
});

/** No patterns: a list of names is what a reader can check. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && !text.includes('*');
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Every variable with its default; docs/OPERATIONS.md lists them. */
export const variables = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  PORT: whole(0, 65535).default(7575).describe('Port to listen on; 0 takes a free one.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('Postgres. Without it and POSTGRES_HOST an embedded database is used, in DALMUTI_DATA_DIR.'),
  POSTGRES_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('Host of Postgres, for those who set the parts of its address one by one; DATABASE_URL comes first.'),
  POSTGRES_PORT: whole(1, 65535).default(5432).describe('Port of POSTGRES_HOST.'),
  POSTGRES_USER: z.string().min(1).default('dalmuti').describe('User at POSTGRES_HOST.'),
  POSTGRES_DB: z.string().min(1).default('dalmuti').describe('Database at POSTGRES_HOST.'),
  POSTGRES_PASSWORD: z.string().optional().describe('Password of POSTGRES_USER.'),
  POSTGRES_PASSWORD_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('A file that holds POSTGRES_PASSWORD. Without both it is `postgres_password` in SECRETS_DIR.'),
  ARCHIVE_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('For `dalmuti archive` alone: the same database, as a user who may act as dalmuti_archive.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      'Redis, which carries hints between nodes and counts limits for all of them. Without it this must be the only node.',
    ),
  DALMUTI_DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder of the embedded database and of the generated secret.'),
  DALMUTI_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'At least 32 characters; seals seeds and keys. All nodes need the same. `dalmuti serve` makes one in SECRETS_DIR or DALMUTI_DATA_DIR when there is none.',
    ),
  DALMUTI_SECRET_FILE: z.string().min(1).optional().describe('A file that holds DALMUTI_SECRET.'),
  SECRETS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Directory of the files `dalmuti_secret` and `postgres_password`, which `dalmuti secrets` makes; for secrets that are not set otherwise.',
    ),
  PUBLIC_URL: z.url().optional().describe('How clients reach the service; stands in the contract and in tokens.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least level that is logged.'),
  TRUST_PROXY: proxies
    .default(false)
    .describe(
      'Whose X-Forwarded-For is believed: `false`, a number of proxies (`true` is 1), or a list of their addresses and ranges.',
    ),
  CORS_ORIGINS: origins
    .default('*')
    .describe('Pages of which origins may use the service in a browser: `*`, `none`, or a list.'),
  ACCESS_TOKEN_MINUTES: whole(1, 1440).default(15).describe('Life of an access token.'),
  REFRESH_TOKEN_DAYS: whole(1, 3650).default(90).describe('Life of a refresh token that is not used.'),
  OIDC_ISSUERS: issuers
    .optional()
    .describe(
      'Issuers whose tokens are exchanged for ours: a JSON list of `{"issuer", "audience", "jwksUri"?, "algorithms"?, "name"?}`.',
    ),
  HAND_LIMIT: whole(1, 100_000).default(1000).describe('Hands after which any game ends (R-GAME-6).'),
  MAX_BOT_GAME_HANDS: whole(1, 100_000)
    .default(20)
    .describe('Hands after which a game that began without a person ends; its ruleset cannot ask for more.'),
  IDLE_DAYS: whole(1, 3650)
    .default(30)
    .describe('Days without a single event after which a game that waits for ever is abandoned (R-GAME-6).'),
  GUESTS: z
    .enum(['open', 'code', 'off'])
    .default('open')
    .describe('Who may become a guest: `open` every caller, `code` callers who send GUEST_CODE, `off` none.'),
  GUEST_CODE: z
    .string()
    .min(8)
    .max(100)
    .optional()
    .describe('For GUESTS=code: 8 to 100 characters that members tell each other; change it to admit no more of them.'),
  MAX_GUESTS: whole(1, 100_000)
    .optional()
    .describe('Guests that the service has at most; log-ins with accounts are not counted. No maximum when not set.'),
  GUEST_DAYS: whole(1, 3650)
    .default(30)
    .describe('Days after which a guest who does not return is removed, with their name.'),
  BOT_DELAY_MS: whole(0, 60_000)
    .default(700)
    .describe('How long a built-in bot or a stand-in thinks where a person plays along.'),
  BOT_GAME_DELAY_MS: whole(0, 60_000)
    .default(500)
    .describe('How long they think where no person is present; bounds how fast such games fill the log.'),
  MAX_GAMES_PER_HOST: whole(1, 100_000)
    .default(4)
    .describe('Running games of one host; beyond it starts and matches are refused (409 `too_many_games`).'),
  MAX_BOT_GAMES_PER_HOST: whole(0, 100_000).default(3).describe('How many of these may have no person seated.'),
  MAX_TABLES_PER_HOST: whole(1, 100_000)
    .default(20)
    .describe('Open tables of one host; beyond it no table is opened (409 `too_many_tables`).'),
  MAX_GAMES_PER_ADDRESS: whole(1, 1_000_000)
    .default(20)
    .describe('Running games of all hosts at one address (IPv6: one /64).'),
  MAX_BOT_GAMES_PER_ADDRESS: whole(0, 1_000_000).default(10).describe('How many of these may have no person seated.'),
  MAX_TABLES_PER_ADDRESS: whole(1, 1_000_000)
    .default(100)
    .describe('Open tables of all hosts at one address, and waiting match tickets of its players.'),
  RATE_LIMITS: flag.default(true).describe('Whether requests are counted against limits.'),
  RATE_LIMIT_FACTOR: whole(1, 1000).default(1).describe('Makes every quota so many times as large.'),
  POOL_SIZE: whole(2, 200).default(10).describe('Connections to Postgres.'),
  SHUTDOWN_SECONDS: whole(1, 300).default(10).describe('How long a stop waits for requests under way.'),
});

export type Config = Readonly<z.infer<typeof variables>>;

/** Nonsense in the environment: names each variable and what is wrong with it, never its value. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The environment is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * @param environment as `process.env`; an empty string counts as not set
 * @throws ConfigError
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  for (const name of ['DALMUTI_SECRET', 'POSTGRES_PASSWORD'] as const) {
    if (parsed.data[name] !== undefined && parsed.data[`${name}_FILE`] !== undefined) {
      throw new ConfigError([`${name} and ${name}_FILE: set one of the two.`]);
    }
  }
  if (parsed.data.GUESTS === 'code' && parsed.data.GUEST_CODE === undefined) {
    throw new ConfigError(['GUEST_CODE: not set, and GUESTS=code needs it.']);
  }
  return Object.freeze(parsed.data);
}

/** Whether nobody on the way can change what is read there, and so log in as anybody. */
export function isSecure(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
