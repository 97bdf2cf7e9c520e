import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import { KeyRing } from '@content-service/oauth-grants';
import type { ApiClient } from '@content-service/oauth-clients';
import { OAuthSite } from '../support/oauth-site.js';

let site: OAuthSite;
let client: ApiClient;
beforeAll(async () => {
  site = await OAuthSite.start();
  client = await site.client();
});
afterAll(() => site.stop());

const challenge = (description: string) =>
  `Bearer realm="OAuth", error="access_denied", error_description="${description}"`;
const UNVERIFIED = challenge('Access token could not be verified');

interface Header extends JWTHeaderParameters {
  readonly kid?: string | undefined;
}

/** The header and the claims of a good token. */
async function goodParts(): Promise<{ readonly header: Header; readonly claims: Record<string, unknown> }> {
  const { body } = await site.post('/oauth/token', client, { grant_type: 'client_credentials' });
  const [header = '', claims = ''] = String(body.access_token).split('.');
  return { header: objectIn(header) as never, claims: objectIn(claims) };
}

function objectIn(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

const signed = (header: Header, claims: object, key?: KeyObject): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader(header)
    .sign(key ?? site.app.nest.get(KeyRing).current().privateKey);
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that somebody makes who has read ours and the public keys, and has no private one. */
type Forgery = (header: Header, claims: Record<string, unknown>) => string | Promise<string>;

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Signed as if the public key, which everybody knows, were a secret. */
async function withPublicKeyAsSecret(header: Header, claims: object, form: 'pem' | 'jwk'): Promise<string> {
  const { body } = await site.app.api.asAnonymous().get('/.well-known/jwks.json');
  const jwk = (body as { keys: JsonWebKey[] }).keys.find(({ kid }) => kid === header.kid);
  const secret =
    form === 'jwk'
      ? JSON.stringify(jwk)
      : createPublicKey({ key: jwk ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const content = `${base64({ ...header, alg: 'HS256' })}.${base64(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

describe('a forged access token', () => {
  it.each<[string, Forgery]>([
    ['the algorithm none', (header, claims) => `${base64({ ...header, alg: 'none' })}.${base64(claims)}.x`],
    ['the algorithm None', (header, claims) => `${base64({ ...header, alg: 'None' })}.${base64(claims)}.x`],
    ['HS256 and the public key, as PEM', (header, claims) => withPublicKeyAsSecret(header, claims, 'pem')],
    ['HS256 and the public key, as JWK', (header, claims) => withPublicKeyAsSecret(header, claims, 'jwk')],
    [
      "a stranger's key under our key's name",
      (header, claims) => signed(header, claims, stranger.privateKey),
    ],
    [
      'the name of a key we do not have',
      (header, claims) => signed({ ...header, kid: 'stranger' }, claims, stranger.privateKey),
    ],
    ['no name of a key', (header, claims) => signed({ ...header, kid: undefined }, claims)],
    [
      'its own key in the header',
      (header, claims) => {
        const jwk = stranger.publicKey.export({ format: 'jwk' });
        return signed({ ...header, jwk }, claims, stranger.privateKey);
      },
    ],
    ['another type of token', (header, claims) => signed({ ...header, typ: 'JWT' }, claims)],
    [
      'more scopes than were signed',
      async (header, claims) => {
        const [head = '', , signature = ''] = (await signed(header, claims)).split('.');
        return `${head}.${base64({ ...claims, scope: 'site_settings:administer' })}.${signature}`;
      },
    ],
    ['a signature cut short', async (header, claims) => (await signed(header, claims)).slice(0, -4)],
    ['a time that has not come', (header, claims) => signed(header, { ...claims, nbf: now() + 60 })],
    ['an end in the past', (header, claims) => signed(header, { ...claims, exp: now() - 1 })],
    ['no end', (header, claims) => signed(header, { ...claims, exp: undefined })],
    ['no name of its own', (header, claims) => signed(header, { ...claims, jti: undefined })],
    ['another issuer', (header, claims) => signed(header, { ...claims, iss: 'https://other.example' })],
    ['another audience', (header, claims) => signed(header, { ...claims, aud: site.url })],
  ])('with %s is refused', async (_, forge) => {
    const { header, claims } = await goodParts();

    await refusedWith(await forge(header, claims), UNVERIFIED);
  });

  it.each<[string, Forgery, string]>([
    [
      'without signature',
      (header, claims) => `${base64(header)}.${base64(claims)}.`,
      'The access token must be a JWT: its header, claims and signature cannot be empty',
    ],
    [
      'without the dot before a signature',
      (header, claims) => `${base64(header)}.${base64(claims)}`,
      'The access token must be a JWT: three parts with two dots between them',
    ],
  ])('%s is refused with a word about its form', async (_, forge, description) => {
    const { header, claims } = await goodParts();

    await refusedWith(await forge(header, claims), challenge(description));
  });

  it('is what the tests above take it for: signed as we do, it is good', async () => {
    const { header, claims } = await goodParts();

    expect(await site.statusWith(await signed(header, claims))).toBe(200);
  });
});

const now = () => site.app.clock.now();

async function refusedWith(token: string, expected: string): Promise<void> {
  const { status, headers } = await site.app.api.withAuthorization(`Bearer ${token}`).get('/api');
  expect([status, headers['www-authenticate']]).toEqual([401, expected]);
}

describe('an access token', () => {
  it('a token is dead 300 s after issue', async () => {
    const { access_token } = await site.tokens(client);

    site.app.clock.turn(299);
    expect(await site.statusWith(access_token)).toBe(200);
    site.app.clock.turn(1);
    await refusedWith(access_token, UNVERIFIED);
  });

  it.each<[string, (client: ApiClient) => Promise<unknown>]>([
    ['disabled', ({ id }) => site.clients.update(id, { enabled: false })],
    ['deleted', ({ id }) => site.clients.delete(id)],
  ])('ends when its client is %s', async (_, change) => {
    const short = await site.client();
    const { access_token } = await site.tokens(short);
    expect(await site.statusWith(access_token)).toBe(200);

    await change(short);

    await refusedWith(access_token, challenge('The access token has been revoked'));
  });

  it.each(['access_token', 'token'])('is not looked for in the query parameter %s', async (name) => {
    const { access_token } = await site.tokens(client);

    const { status } = await site.app.api.asAnonymous().get(`/api/node/article?${name}=${access_token}`);

    expect(status).toBe(401);
  });
});
