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

/** The header and the claims of a valid token. */
async function goodParts(): Promise<{ readonly header: Header; readonly claims: Record<string, unknown> }> {
  const { body } = await site.post('/oauth/token', client, { grant_type: 'client_credentials' });
  const [header = '', claims = ''] = String(body.access_token).split('.');
  return { header: parseObject(header) as never, claims: parseObject(claims) };
}

function parseObject(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

const signed = (header: Header, claims: object, key?: KeyObject): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader(header)
    .sign(key ?? site.app.nest.get(KeyRing).current().privateKey);
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token made from a valid token and the public keys, without a private key. */
type Forgery = (header: Header, claims: Record<string, unknown>) => string | Promise<string>;

const otherClient = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Signed with HMAC and the public key as its secret (algorithm confusion, RFC 8725 §2.1). */
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
      'another private key under the kid of a published key',
      (header, claims) => signed(header, claims, otherClient.privateKey),
    ],
    [
      'an unknown kid',
      (header, claims) => signed({ ...header, kid: 'stranger' }, claims, otherClient.privateKey),
    ],
    ['no kid', (header, claims) => signed({ ...header, kid: undefined }, claims)],
    [
      'its own key in the jwk header',
      (header, claims) => {
        const jwk = otherClient.publicKey.export({ format: 'jwk' });
        return signed({ ...header, jwk }, claims, otherClient.privateKey);
      },
    ],
    ['another typ', (header, claims) => signed({ ...header, typ: 'JWT' }, claims)],
    [
      'scopes added after signing',
      async (header, claims) => {
        const [head = '', , signature = ''] = (await signed(header, claims)).split('.');
        return `${head}.${base64({ ...claims, scope: 'site_settings:administer' })}.${signature}`;
      },
    ],
    ['a truncated signature', async (header, claims) => (await signed(header, claims)).slice(0, -4)],
    ['nbf in the future', (header, claims) => signed(header, { ...claims, nbf: now() + 60 })],
    ['exp in the past', (header, claims) => signed(header, { ...claims, exp: now() - 1 })],
    ['no exp', (header, claims) => signed(header, { ...claims, exp: undefined })],
    ['no jti', (header, claims) => signed(header, { ...claims, jti: undefined })],
    ['another issuer', (header, claims) => signed(header, { ...claims, iss: 'https://other.example' })],
    ['another audience', (header, claims) => signed(header, { ...claims, aud: site.url })],
  ])('with %s is refused', async (_, forge) => {
    const { header, claims } = await goodParts();

    await refusedWith(await forge(header, claims), UNVERIFIED);
  });

  it.each<[string, Forgery, string]>([
    [
      'a token without signature',
      (header, claims) => `${base64(header)}.${base64(claims)}.`,
      'The access token must be a JWT: its header, claims and signature cannot be empty',
    ],
    [
      'a token without the dot before the signature',
      (header, claims) => `${base64(header)}.${base64(claims)}`,
      'The access token must be a JWT: three parts with two dots between them',
    ],
  ])('%s is refused with an error_description about its form', async (_, forge, description) => {
    const { header, claims } = await goodParts();

    await refusedWith(await forge(header, claims), challenge(description));
  });

  it('is accepted when it is signed with the published key (control)', async () => {
    const { header, claims } = await goodParts();

    expect(await site.getStatus(await signed(header, claims))).toBe(200);
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

    site.app.clock.advance(299);
    expect(await site.getStatus(access_token)).toBe(200);
    site.app.clock.advance(1);
    await refusedWith(access_token, UNVERIFIED);
  });

  it.each<[string, (client: ApiClient) => Promise<unknown>]>([
    ['disabled', ({ id }) => site.clients.update(id, { enabled: false })],
    ['deleted', ({ id }) => site.clients.delete(id)],
  ])('is refused after its client is %s', async (_, change) => {
    const short = await site.client();
    const { access_token } = await site.tokens(short);
    expect(await site.getStatus(access_token)).toBe(200);

    await change(short);

    await refusedWith(access_token, challenge('The access token has been revoked'));
  });

  it.each(['access_token', 'token'])('is not accepted in the query parameter %s', async (name) => {
    const { access_token } = await site.tokens(client);

    const { status } = await site.app.api.asAnonymous().get(`/api/node/article?${name}=${access_token}`);

    expect(status).toBe(401);
  });
});
