import { inspect } from 'node:util';
import { Storage } from '@content-service/storage';
import { testDatabase } from '../support/database.js';
import { CALLBACK, OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { answerIn, formWith, Visitor } from '../support/visitor.js';

describe('whoever gets hold of the database', () => {
  it('finds no password, secret, code, token or session id in it that could be used', async () => {
    const database = await testDatabase();
    const site = await OAuthSite.start({ DATABASE_URL: database.url });

    const secrets = await everythingThatIsSecret(site);
    const kept = await database.contents();
    const inMemory = inspect(site.app.nest.get(Storage), WHOLE);
    await site.stop();
    await database.remove();

    // What everybody may know is found, so the search does search.
    const found = (text: string): boolean => kept.includes(text) || inMemory.includes(text);
    expect(found(CALLBACK)).toBe(true);
    expect(Object.keys(secrets).filter((name) => found(secrets[name] ?? ''))).toEqual([]);
    expect(Object.values(secrets).filter((secret) => secret.length < 20)).toEqual([]);
  });
});

const WHOLE = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };

/** One of each, while all of it is in use: some is used up, some still good. */
async function everythingThatIsSecret(site: OAuthSite): Promise<Readonly<Record<string, string>>> {
  const { client, secret = '' } = await site.clients.register({
    label: 'Client',
    allowedScopes: ['member'],
    redirectUris: [CALLBACK],
  });
  const { secret: newSecret } = await site.clients.rotateSecret(client.id, 600);
  const { name } = await site.user();
  const visitor = new Visitor(site.app.nest.getHttpServer());
  const login = await visitor.get('/user/login');
  const sessionBefore = visitor.cookies.get('session') ?? '';
  const [mistyped, misplaced] = ['a password with a typo in it', 'a password in the place of the name'];
  await visitor.signIn(name, mistyped);
  await visitor.signIn(misplaced, PASSWORD);
  await visitor.signIn(name, PASSWORD);

  const request = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
  });
  const consent = await visitor.get(`/oauth/authorize?${request.toString()}`);
  const allow = async (): Promise<string> => {
    const page = await visitor.get(`/oauth/authorize?${request.toString()}`);
    return answerIn(await visitor.submit(page, 'decision', { decision: 'allow' }))['code'] ?? '';
  };
  const [usedCode, code] = [await allow(), await allow()];
  const ask = async (form: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> => {
    const credentials = { client_id: client.id, client_secret: newSecret };
    const { status, body } = await site.postForm('/oauth/token', { ...credentials, ...form });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as Record<string, string>;
  };
  const first = await ask({ grant_type: 'authorization_code', code: usedCode, redirect_uri: CALLBACK });
  const second = await ask({ grant_type: 'refresh_token', refresh_token: first['refresh_token'] ?? '' });
  const own = await ask({ grant_type: 'client_credentials' });

  return {
    ...{ secret, newSecret, password: PASSWORD, mistyped, misplaced },
    ...{ sessionBefore, session: visitor.cookies.get('session') ?? '' },
    ...{ formToken: formWith(login, 'password').fields['token'] ?? '' },
    ...{ consentToken: formWith(consent, 'decision').fields['token'] ?? '', usedCode, code },
    ...{ usedRefreshToken: first['refresh_token'] ?? '', refreshToken: second['refresh_token'] ?? '' },
    ...{ accessToken: first['access_token'] ?? '', otherAccessToken: own['access_token'] ?? '' },
  };
}
