/** A small S3: objects in memory over HTTP, each request's Signature Version 4 worked out anew with Node's own crypto. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** The parts of a request that are signed. */
export interface Signed {
  readonly method: string;
  /** As it is sent. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface S3Server {
  readonly endpoint: string;
  /** By `/bucket/key`, as they were put. */
  readonly objects: Map<string, string>;
  /** `METHOD /bucket/key` of each request, whatever was answered. */
  readonly requests: string[];
  /** Answers instead of the store, `null` for as usual. */
  instead: ((request: IncomingMessage) => { status: number; code: string } | 'cut' | null) | null;
  /** What is kept of a body; as it is unless said otherwise. */
  kept: (body: string) => string;
  close(): Promise<void>;
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** As "Authenticating Requests: Using the Authorization Header" of the Amazon S3 API Reference tells. @returns hex */
export function signatureOf(signed: Signed, names: readonly string[], keys: S3Keys): string {
  const { headers, method, path } = signed;
  const time = headers['x-amz-date'] ?? '';
  const day = time.slice(0, 8);
  const [url = '', query = ''] = path.split('?');
  const canonical = [
    method,
    url,
    query.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${keys.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const key = [day, keys.region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  return createHmac('sha256', key).update(toSign).digest('hex');
}

/** @returns what is wrong with a request, in S3's words; `null` when it is signed with these keys */
function refusal(request: Signed, body: Buffer, keys: S3Keys): string | null {
  const { headers } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day, region, names = '', signature] = given.exec(headers.authorization ?? '') ?? [];
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region || day !== headers['x-amz-date']?.slice(0, 8)) return 'AuthorizationHeaderMalformed';
  if (headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!must.every((name) => signed.includes(name))) return 'AccessDenied';
  return signatureOf(request, signed, keys) === signature ? null : 'SignatureDoesNotMatch';
}

/** @param bucket the only one there is */
export async function openS3Server(bucket: string, keys: S3Keys): Promise<S3Server> {
  const objects = new Map<string, string>();
  const requests: string[] = [];
  const state: Pick<S3Server, 'instead' | 'kept'> = { instead: null, kept: (body) => body };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '' } = request;
    requests.push(`${method} ${path}`);
    const fail = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
    };
    const other = state.instead?.(request) ?? null;
    if (other === 'cut') return void request.socket.destroy();
    if (other !== null) return fail(other.status, other.code);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const refused = refusal({ method, path, headers }, body, keys);
    if (refused !== null) return fail(403, refused);
    if (!path.startsWith(`/${bucket}/`)) return fail(404, 'NoSuchBucket');
    const found = objects.get(path);
    if (method === 'PUT') {
      objects.set(path, state.kept(body.toString('utf8')));
      response.writeHead(200, { etag: '"0"' }).end();
    } else if (method === 'GET' && found !== undefined) {
      response.writeHead(200, { etag: '"0"' }).end(found);
    } else fail(404, 'NoSuchKey');
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
