import { inspect } from 'node:util';
import { Storage } from '@content-service/storage';
import { createTestDatabase } from '../support/database.js';
import { CALLBACK, OAuthSite, PASSWORD } from '../support/oauth-site.js';
import { BrowserSession, getForm, getRedirectParameters } from '../support/browser-session.js';

describe('the stored database', () => {
  it('holds no usable password, client secret, code, token or session id', async () => {
    const database = await createTestDatabase();
    const site = await OAuthSite.start({ DATABASE_URL: database.url });

    const secrets = await everythingThatIsSecret(site);
    const kept = await database.contents();
    const inMemory = inspect(site.app.nest.get(Storage), WHOLE);
    await site.stop();
    await database.remove();

    // A public value is found: the search itself works.
    const found = (text: string): boolean => kept.includes(text) || inMemory.includes(text);
    expect(found(CALLBACK)).toBe(true);
    expect(Object.keys(secrets).filter((name) => found(secrets[name] ?? ''))).toEqual([]);
    expect(Object.values(secrets).filter((secret) => secret.length < 20)).toEqual([]);
  });
});

const WHOLE = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity };

/** One credential of each kind; some are used up, some still valid. */
async function everythingThatIsSecret(site: OAuthSite): Promise<Readonly<Record<string, string>>> {
  const { client, secret = '' } = await site.clients.register({
    label: 'Client',
    allowedScopes: ['member'],
    redirectUris: [CALLBACK],
  });
  const { secret: newSecret } = await site.clients.rotateSecret(client.id, 600);
  const { name } = await site.user();
  const resourceOwner = new BrowserSession(site.app.nest.getHttpServer());
  const login = await resourceOwner.get('/user/login');
  const sessionBefore = resourceOwner.session ?? '';
  const [mistyped, misplaced] = ['a password with a typo in it', 'a password in the place of the name'];
  await resourceOwner.signIn(name, mistyped);
  await resourceOwner.signIn(misplaced, PASSWORD);
  await resourceOwner.signIn(name, PASSWORD);

  const request = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
  });
  const consent = await resourceOwner.get(`/oauth/authorize?${request.toString()}`);
  const allow = async (): Promise<string> => {
    const page = await resourceOwner.get(`/oauth/authorize?${request.toString()}`);
    return (
      getRedirectParameters(await resourceOwner.submit(page, 'decision', { decision: 'allow' }))['code'] ?? ''
    );
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
    ...{ sessionBefore, session: resourceOwner.session ?? '' },
    ...{ formToken: getForm(login, 'password').fields['token'] ?? '' },
    ...{ consentToken: getForm(consent, 'decision').fields['token'] ?? '', usedCode, code },
    ...{ usedRefreshToken: first['refresh_token'] ?? '', refreshToken: second['refresh_token'] ?? '' },
    ...{ accessToken: first['access_token'] ?? '', otherAccessToken: own['access_token'] ?? '' },
  };
}
