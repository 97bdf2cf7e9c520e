import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { AccessTokenClaims, UnsealedKey } from '@content-service/oauth-grants';
import { JwtAccessTokenCodec } from './jwt-access-token.codec.js';

const CLAIMS: AccessTokenClaims = {
  iss: 'https://cms.example',
  aud: 'https://cms.example/api',
  sub: 'site',
  client_id: 'site',
  scope: 'member',
  jti: 'j',
  iat: 1_700_000_000,
  nbf: 1_700_000_000,
  exp: 1_700_000_300,
};

const rsa: UnsealedKey = {
  kid: 'r',
  algorithm: 'RS256',
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const ec: UnsealedKey = {
  kid: 'e',
  algorithm: 'ES256',
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
const findKey = (kid: string) => [rsa, ec].find((key) => key.kid === kid);
const codec = new JwtAccessTokenCodec();

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = (header: object, claims: unknown = CLAIMS): string => `${part(header)}.${part(claims)}`;
const signed = (text: string, key: KeyObject, hash = 'sha256'): string =>
  `${text}.${sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
const header = (alg: string, more: object = {}) => ({
  alg,
  typ: 'at+jwt',
  kid: 'r',
  ...more,
});

describe('JwtAccessTokenCodec.encode', () => {
  it.each([rsa, ec])('names algorithm, type and key in the header ($algorithm)', async (key) => {
    const token = await codec.encode(CLAIMS, key);

    const [first = '', second = ''] = token
      .split('.')
      .map((text) => Buffer.from(text, 'base64url').toString());
    expect(JSON.parse(first)).toEqual({ alg: key.algorithm, typ: 'at+jwt', kid: key.kid });
    expect(JSON.parse(second)).toEqual(CLAIMS);
  });
});

describe('JwtAccessTokenCodec.decode', () => {
  it.each([rsa, ec])('decodes a token that encode created, also an expired one ($algorithm)', async (key) => {
    expect(codec.decode(await codec.encode(CLAIMS, key), findKey)).toEqual(CLAIMS);
  });

  it('accepts a token that another program signed with the key', () => {
    expect(codec.decode(signed(head(header('RS256')), rsa.privateKey), findKey)).toEqual(CLAIMS);
  });

  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const hmac = (text: string): string =>
    `${text}.${createHmac('sha256', publicPem).update(text).digest('base64url')}`;

  it.each<[string, string]>([
    ['the algorithm none', `${head(header('none'))}.x`],
    ['the public key used as the secret of HS256', hmac(head(header('HS256')))],
    ['an algorithm that is not the key’s', signed(head(header('RS384')), rsa.privateKey, 'sha384')],
    ['the algorithm of another key', signed(head(header('ES256')), ec.privateKey)],
    ['the name of another key', signed(head(header('RS256', { kid: 'e' })), rsa.privateKey)],
    ['a key that is unknown', signed(head(header('RS256', { kid: 'x' })), rsa.privateKey)],
    ['no key named', signed(head({ alg: 'RS256', typ: 'at+jwt' }), rsa.privateKey)],
    ['a key named by a number', signed(head(header('RS256', { kid: 7 })), rsa.privateKey)],
    [
      'a key of its own in the header',
      signed(head(header('ES256', { kid: 'x', jwk: ec.publicKey.export({ format: 'jwk' }) })), ec.privateKey),
    ],
    ['another type', signed(head(header('RS256', { typ: 'JWT' })), rsa.privateKey)],
    ['no type', signed(head({ alg: 'RS256', kid: 'r' }), rsa.privateKey)],
    [
      'an extension that must be understood',
      signed(head(header('RS256', { crit: ['b64'] })), rsa.privateKey),
    ],
    ['changed claims', changed(signed(head(header('RS256')), rsa.privateKey))],
    ['a signature of something else', `${head(header('RS256'))}.${'A'.repeat(342)}`],
    ['a signature that is none', `${head(header('RS256'))}.!`],
  ])('refuses %s', (_, token) => {
    expect(() => codec.decode(token, findKey)).toThrow('Access token could not be verified');
  });

  it.each([
    ['a', /two dots/],
    ['a.b', /two dots/],
    ['a.b.c.d', /two dots/],
    ['..', /cannot be empty/],
    [`${head(header('RS256'))}.`, /cannot be empty/],
    ['!.e30.c', /base64url-encoded JSON/],
    ['bm8.e30.c', /base64url-encoded JSON/],
    [`${part('text')}.e30.c`, /base64url-encoded JSON/],
    [`${part(header('RS256'))}.${part('text')}.c`, /base64url-encoded JSON/],
  ])('names the malformed part of %s', (token, sentence) => {
    expect(() => codec.decode(token, findKey)).toThrow(sentence);
  });
});

function changed(token: string): string {
  const [first = '', , third = ''] = token.split('.');
  return [first, part({ ...CLAIMS, scope: 'content:administer' }), third].join('.');
}
