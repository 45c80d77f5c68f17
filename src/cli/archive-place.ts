/** Where `dalmuti archive` writes: a folder, or a bucket with the settings that AWS' own tools read. */
import { z } from 'zod';
import { ConfigError } from '../config/config.ts';
import type { Place } from '../ports/archive.ts';
import { UsageError } from './command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const given = z.string('must be set for s3://').min(1);
/** As AWS' own tools read them; docs/OPERATIONS.md lists them. */
export const storeVariables = z.object({
  AWS_ACCESS_KEY_ID: given,
  AWS_SECRET_ACCESS_KEY: given,
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_ENDPOINT_URL_S3: z.url({ protocol: /^https?$/, error: 'must be a URL' }).optional(),
  AWS_ENDPOINT_URL: z.url({ protocol: /^https?$/, error: 'must be a URL' }).optional(),
});

const DEFAULT_REGION = 'us-east-1';

/**
 * @param to a path, or `s3://bucket/prefix`
 * @param environment as `process.env`; an empty string counts as not set
 * @throws UsageError, ConfigError, which names variables and never their values
 */
export function readPlace(to: string, environment: Environment): Place {
  if (!/^\w+:\/\//.test(to)) return { kind: 'folder', folder: to };
  const [, bucket, rest] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/.exec(to) ?? [];
  if (bucket === undefined) {
    throw new UsageError('archive', `--to takes a folder or s3://bucket/prefix, not "${to}".`);
  }
  const parsed = storeVariables.safeParse(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')),
  );
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const { data } = parsed;
  const region = data.AWS_REGION ?? DEFAULT_REGION;
  return {
    kind: 's3',
    bucket,
    prefix: (rest ?? '').split('/').filter(Boolean).join('/'),
    endpoint: data.AWS_ENDPOINT_URL_S3 ?? data.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId: data.AWS_ACCESS_KEY_ID,
    secretAccessKey: data.AWS_SECRET_ACCESS_KEY,
    sessionToken: data.AWS_SESSION_TOKEN ?? null,
  };
}
