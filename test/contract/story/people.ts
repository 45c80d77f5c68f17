/** First part of the story: who comes, in which ways, and what bots are made. */
import type { TestIssuer } from '../../support/test-issuer.ts';
import type { Teller } from './teller.ts';

export interface Person {
  readonly id: string;
  readonly token: string;
}

export interface People {
  readonly ada: Person;
  readonly ben: Person;
  readonly cem: Person;
  readonly dee: Person;
  readonly robo: Person;
  readonly second: Person;
}

export async function people(teller: Teller, issuer: TestIssuer): Promise<People> {
  const { tell, ask } = teller;
  await tell('getLiveness', 'alive', 'The process answers');
  await tell('getReadiness', 'ready', 'Database and bus are there');
  await tell('getJwks', 'keys', 'One key at present');

  const came = await tell('createGuest', 'ada', 'Ada comes in', { body: { name: 'Ada', locale: 'en' } });
  const asked = { body: { refreshToken: came.body.refreshToken } };
  const renewed = await tell('refreshTokens', 'renewed', 'A new pair of tokens', asked);
  const ada = { id: came.body.player.id, token: renewed.body.accessToken };
  await tell('getMe', 'me', 'Ada, with the token of a guest', { token: ada.token });
  await tell('changeMe', 'name', 'Another name', { token: ada.token, body: { name: 'Ada L.' } });
  await tell('changeMe', 'locale', 'No language any more', { token: ada.token, body: { locale: null } });
  const code = await tell('createDeviceCode', 'code', 'A code for the second device', { token: ada.token });
  await tell('useDeviceCode', 'typed', 'Typed on the second device', { body: { code: code.body.code } });
  await ask('useDeviceCode', { body: { code: code.body.code } });

  const token = await issuer.sign({ name: 'Grace', sub: 'grace' });
  await tell('exchangeToken', 'account', 'Seen for the first time: an account is made', { body: { token } });
  await tell('exchangeToken', 'known', 'The same log-in once more', { body: { token } });
  await wrongLogins(teller, issuer, ada);

  const [ben, cem, dee] = await Promise.all(['Ben', 'Cem', 'Dee'].map((name) => guest(teller, name)));
  if (ben === undefined || cem === undefined || dee === undefined) throw new Error('somebody did not come');
  const robo = await bot(teller, ada, 'Robo', true);
  const second = await bot(teller, ada, 'Second', false);
  const third = await ask('createBot', { token: ada.token, body: { name: 'Third' } });
  await tell('listBots', 'mine', 'Two bots with a token and one without', { token: ada.token });
  await tell('deleteBot', 'removed', 'Gone', { token: ada.token, path: { botId: third.body.id } });
  await ask('createTable', { token: robo.token, body: {} });
  await ask('createBot', { token: ada.token, body: { name: 'Fourth', accept: 'anyone' } });
  return { ada, ben, cem, dee, robo, second };
}

async function guest({ ask }: Teller, name: string): Promise<Person> {
  const { body } = await ask('createGuest', { body: { name } });
  return { id: body.player.id, token: body.accessToken };
}

async function bot({ ask, tell }: Teller, owner: Person, name: string, told: boolean): Promise<Person> {
  const body = { name, acceptFrom: 'owner' };
  const made = await (told
    ? tell('createBot', 'bot', 'Only its owner may invite it', { token: owner.token, body })
    : ask('createBot', { token: owner.token, body }));
  const asked = { token: owner.token, path: { botId: made.body.id } };
  const token = await (told ? tell('createBotToken', 'token', 'Its first token', asked) : ask('createBotToken', asked));
  return { id: made.body.id, token: token.body.token };
}

/** Each of these is a problem that the contract shows. */
async function wrongLogins({ ask }: Teller, issuer: TestIssuer, ada: Person): Promise<void> {
  const exchange = (token: string, who?: string) =>
    ask('exchangeToken', { body: { token }, ...(who === undefined ? {} : { token: who }) });
  const seconds = (claim: unknown) => Number(claim);
  const iat = seconds(JSON.parse(Buffer.from((await issuer.sign()).split('.')[1] ?? '', 'base64url').toString()).iat);
  await exchange('no token');
  await exchange(await issuer.sign({ iss: 'https://elsewhere.example' }));
  await exchange(`${(await issuer.sign()).slice(0, -8)}AAAAAAAA`);
  await exchange(await issuer.sign({ aud: 'somebody else' }));
  await exchange(await issuer.sign({ sub: undefined }));
  await exchange(await issuer.sign({ iat: iat - 3600, exp: iat - 3000 }));
  await exchange(await issuer.sign({ nbf: iat + 3600 }));
  await ask('getMe');
  await ask('getMe', { token: 'not-one-of-ours' });
  await ask('createBot', { token: ada.token, body: { name: 'x'.repeat(70_000) } });
  await ask('createBot', { token: ada.token, headers: { 'content-type': 'text/plain' }, body: 'name=Robo' });
}
