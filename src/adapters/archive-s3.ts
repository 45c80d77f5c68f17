/** Documents in a bucket of Amazon S3 or of whatever speaks its protocol (docs/decisions/0010). */
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import { type DocumentStore, type Place, StoreFault } from '../ports/archive.ts';

export type S3Place = Extract<Place, { readonly kind: 's3' }>;

/** The store is trusted to keep what it has acknowledged; that it is the right thing is read back. */
export function createS3Store({ bucket, prefix, endpoint, region, ...keys }: S3Place): DocumentStore {
  const client = new S3Client({
    endPoint: endpoint,
    region,
    bucket,
    accessKey: keys.accessKeyId,
    secretKey: keys.secretAccessKey,
    ...(keys.sessionToken === null ? {} : { sessionToken: keys.sessionToken }),
  });
  const place = `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`;

  async function read(key: string): Promise<string | null> {
    try {
      return await (await client.getObject(key)).text();
    } catch (error) {
      if (error instanceof S3Errors.ServerError && error.statusCode === 404 && error.code !== 'NoSuchBucket')
        return null;
      throw toldInWords(place, error);
    }
  }

  return {
    place,

    async keep(name, text) {
      const key = prefix === '' ? name : `${prefix}/${name}`;
      const there = await read(key);
      if (there !== null) return there === text ? 'there' : 'other';
      try {
        await client.putObject(key, text, { metadata: { 'Content-Type': 'application/json' } });
      } catch (error) {
        throw toldInWords(place, error);
      }
      if ((await read(key)) !== text) throw new StoreFault(`${place}/${name} does not read back as it was written.`);
      return 'kept';
    },
  };
}

/** Says which store it is, and neither keys nor what was signed. */
function toldInWords(place: string, cause: unknown): StoreFault {
  if (cause instanceof S3Errors.ServerError) {
    return new StoreFault(`${place} answers ${cause.statusCode} ${cause.code}: ${cause.message}`, { cause });
  }
  const reason = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : '';
  return new StoreFault(`${place} cannot be reached: ${reason}`, { cause });
}
