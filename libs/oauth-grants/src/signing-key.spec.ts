import { createPublicKey } from 'node:crypto';
import { generateSigningKey, unsealSigningKey, computeThumbprint } from './signing-key.js';

describe('computeThumbprint', () => {
  it('computes the thumbprint of the example of RFC 7638 §3.1', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
      'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5haj' +
      'rn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e: 'AQAB' } });

    expect(computeThumbprint(publicKey)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
  });
});

describe('generateSigningKey', () => {
  it.each([
    ['RS256', 'rsa'],
    ['ES256', 'ec'],
  ] as const)('creates a key for %s that is unsealed with the same secret', async (algorithm, type) => {
    const key = await generateSigningKey(algorithm, 'current', 1000, 'secret');
    const opened = unsealSigningKey(key, { keySecret: 'secret', previousKeySecret: undefined });

    expect(key).toMatchObject({ algorithm, state: 'current', createdAt: 1000 });
    expect(opened.privateKey.asymmetricKeyType).toBe(type);
    expect(computeThumbprint(createPublicKey(opened.privateKey))).toBe(key.kid);
  });
});
