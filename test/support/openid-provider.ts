/** A real OpenID provider in this process, and people who log in at it with a browser's requests. */
import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { listenLocally } from './test-issuer.ts';

export interface OpenIdProvider {
  readonly issuer: string;
  /**
   * The authorization code flow with PKCE (RFC 7636), its forms filled in.
   * @param login `sub` of the person, whose name it becomes with a capital
   */
  logIn(login: string): Promise<{ readonly idToken: string; readonly accessToken: string }>;
  close(): Promise<void>;
}

/** Audience of ID tokens. */
export const CLIENT = 'a-game';
/** Audience of access tokens (RFC 8707). */
export const API = 'https://play.example';

const BACK = 'http://127.0.0.1/back';
const MINUTES = 60;

export async function openProvider(): Promise<OpenIdProvider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const { server, base: issuer, close } = await listenLocally();
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: {
      AccessToken: 5 * MINUTES,
      AuthorizationCode: 5 * MINUTES,
      Grant: 5 * MINUTES,
      IdToken: 5 * MINUTES,
      Interaction: 5 * MINUTES,
      Session: 5 * MINUTES,
    },
    clients: [
      {
        client_id: CLIENT,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [BACK],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, name: sub.replace(/^./, (first) => first.toUpperCase()) }),
    }),
    features: {
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'play',
          audience: API,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  server.on('request', provider.callback());
  return { issuer, close, logIn: (login) => logIn(issuer, login) };
}

async function logIn(issuer: string, login: string) {
  const browser = createBrowser();
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    client_id: CLIENT,
    response_type: 'code',
    redirect_uri: BACK,
    scope: 'openid profile play',
    resource: API,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await browser.open(`${issuer}/auth?${asked}`);
  const consent = await browser.send(form, { prompt: 'login', login, password: 'any' });
  const back = new URL(await browser.send(consent, { prompt: 'consent' }));
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: BACK,
      code_verifier: verifier,
      resource: API,
    }),
  });
  const tokens = (await answer.json()) as { id_token: string; access_token: string };
  if (answer.status !== 200) throw new Error(`no tokens: ${JSON.stringify(tokens)}`);
  return { idToken: tokens.id_token, accessToken: tokens.access_token };
}

/** Keeps cookies and follows redirects; each call gives the address where it ends, at the latest the client's own. */
function createBrowser() {
  const cookies = new Map<string, string>();
  async function go(start: string, init: RequestInit): Promise<string> {
    let [url, asked] = [start, init];
    for (;;) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await fetch(url, { ...asked, redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) {
        if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
        return url;
      }
      url = new URL(location, url).href;
      if (url.startsWith(BACK)) return url;
      asked = {};
    }
  }
  return {
    open: (url: string) => go(url, {}),
    send: (url: string, fields: Record<string, string>) =>
      go(url, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
