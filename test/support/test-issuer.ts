/** An issuer that does what no real one would: signs anything, changes its keys, goes away and comes back. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { v7 } from 'uuid';

/** Also such as no issuer would make. */
export interface Claims {
  readonly [claim: string]: unknown;
}

export interface TestIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Paths that it was asked for, in order. */
  readonly asked: readonly string[];
  /** What it answers instead of its documents, by path. */
  readonly instead: Map<string, { readonly status: number; readonly body: string }>;
  /**
   * A good token, changed as the test says.
   * @param changes claims; `undefined` takes one away
   * @param header besides `alg` and `kid`
   */
  sign(changes?: Claims, header?: { readonly [name: string]: unknown }): Promise<string>;
  /** Of the present key. */
  publicJwk(): Promise<JWK>;
  readonly privateKey: CryptoKey;
  readonly kid: string;
  /** A new key takes the place of the old one. */
  rotate(): Promise<void>;
  /** Nobody listens any more. */
  goAway(): Promise<void>;
  /** At the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** @param now milliseconds since 1970 */
export async function openIssuer(now: () => number, algorithm = 'ES256'): Promise<TestIssuer> {
  const { server, base: issuer, close } = await listenLocally();
  const port = Number(new URL(issuer).port);
  const asked: string[] = [];
  const instead: TestIssuer['instead'] = new Map();
  const audience = 'a-game';
  let { pair, kid } = await newKey(algorithm);

  const publicJwk = async () => ({ ...(await exportJWK(pair.publicKey)), kid, alg: algorithm, use: 'sig' });
  const documents: Readonly<Record<string, () => Promise<object>>> = {
    '/.well-known/openid-configuration': async () => ({ issuer, jwks_uri: `${issuer}/keys` }),
    '/keys': async () => ({ keys: [await publicJwk()] }),
  };
  server.on('request', async ({ url = '' }, response) => {
    asked.push(url);
    const other = instead.get(url);
    const body = other?.body ?? JSON.stringify(await documents[url]?.());
    response.writeHead(other?.status ?? 200, { 'content-type': 'application/json' }).end(body);
  });

  return {
    issuer,
    audience,
    asked,
    instead,
    publicJwk,
    close,
    get privateKey() {
      return pair.privateKey;
    },
    get kid() {
      return kid;
    },
    sign(changes = {}, header = {}) {
      const iat = Math.floor(now() / 1000);
      const claims = { iss: issuer, aud: audience, sub: v7(), iat, exp: iat + 300, ...changes };
      return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(pair.privateKey);
    },
    async rotate() {
      ({ pair, kid } = await newKey(algorithm));
    },
    goAway: () => stop(server),
    comeBack: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
  };
}

async function newKey(algorithm: string) {
  return { pair: await generateKeyPair(algorithm, { extractable: true }), kid: v7() };
}

/** A server without handlers, on a free port of this machine. */
export async function listenLocally() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, base: `http://127.0.0.1:${port}`, close: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
