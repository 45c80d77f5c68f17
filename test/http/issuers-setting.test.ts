/** OIDC_ISSUERS: nonsense is refused at the start, by name and without its values (docs/OPERATIONS.md). */
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';

const good = { issuer: 'https://id.example', audience: 'a-game' };
const read = (setting: unknown) => readConfig({ OIDC_ISSUERS: JSON.stringify(setting) }).OIDC_ISSUERS;

test('OIDC_ISSUERS may be left out, empty, or a list; algorithms are all that need no shared secret', () => {
  expect(readConfig({}).OIDC_ISSUERS).toBeUndefined();
  expect(readConfig({ OIDC_ISSUERS: '' }).OIDC_ISSUERS).toBeUndefined();
  expect(read([])).toEqual([]);
  const [setting] = read([good]) ?? [];
  expect(setting).toMatchObject(good);
  expect(setting?.algorithms.filter((algorithm) => /^(none|HS)/i.test(algorithm))).toEqual([]);
  expect(setting?.algorithms).toEqual(expect.arrayContaining(['RS256', 'PS256', 'ES256', 'EdDSA']));
  const local = { issuer: 'http://localhost:8080/realms/a', audience: ['a', 'b'], jwksUri: 'http://127.0.0.1/keys' };
  expect(read([{ ...local, algorithms: ['RS256'], name: 'Ours' }])).toEqual([
    { ...local, algorithms: ['RS256'], name: 'Ours' },
  ]);
});

test.each<[string, unknown, string]>([
  ['an object', good, 'OIDC_ISSUERS: must be a JSON list'],
  ['no issuer', [{ audience: 'a' }], 'OIDC_ISSUERS.0.issuer: '],
  ['no audience', [{ issuer: good.issuer }], 'OIDC_ISSUERS.0.audience: must be text, or a list of texts'],
  ['an empty list of audiences', [{ ...good, audience: [] }], 'OIDC_ISSUERS.0.audience: '],
  ['an open road', [{ ...good, issuer: 'http://id.example' }], 'OIDC_ISSUERS.0.issuer: must be an https address'],
  [
    'an open road to the keys',
    [{ ...good, jwksUri: 'http://id.example/k' }],
    'OIDC_ISSUERS.0.jwksUri: must be an https',
  ],
  ['a password', [{ ...good, jwksUri: 'https://u:hush@id.example/k' }], 'OIDC_ISSUERS.0.jwksUri: must be an https'],
  ['no address', [{ ...good, issuer: 'id.example' }], 'OIDC_ISSUERS.0.issuer: must be an https address'],
  ['a shared secret', [{ ...good, algorithms: ['HS256'] }], 'OIDC_ISSUERS.0.algorithms.0: must be among RS256'],
  ['no signature', [{ ...good, algorithms: ['none'] }], 'OIDC_ISSUERS.0.algorithms.0: must be among RS256'],
  ['no algorithm', [{ ...good, algorithms: [] }], 'OIDC_ISSUERS.0.algorithms: '],
  ['a word that means nothing', [{ ...good, clientId: 'a' }], 'OIDC_ISSUERS.0: Unrecognized key: "clientId"'],
  ['an issuer twice', [good, { ...good, audience: 'b' }], 'OIDC_ISSUERS: names an issuer twice'],
])('OIDC_ISSUERS with %s is refused', (_, setting, message) => {
  expect(() => read(setting)).toThrow(ConfigError);
  expect(() => read(setting)).toThrow(message);
  expect(() => read(setting)).not.toThrow(/hush|id\.example/);
});

test('OIDC_ISSUERS that is no JSON is refused without being repeated', () => {
  expect(() => readConfig({ OIDC_ISSUERS: '[hush' })).toThrow(
    /^The environment is not usable:\n {2}OIDC_ISSUERS: must be JSON$/,
  );
});
