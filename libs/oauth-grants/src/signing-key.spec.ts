import { createPublicKey } from 'node:crypto';
import { generateSigningKey, openSigningKey, thumbprint } from './signing-key.js';

describe('thumbprint', () => {
  it('is that of the example of RFC 7638 §3.1', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
      'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5haj' +
      'rn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e: 'AQAB' } });

    expect(thumbprint(publicKey)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
  });
});

describe('generateSigningKey', () => {
  it.each([
    ['RS256', 'rsa'],
    ['ES256', 'ec'],
  ] as const)(
    'makes keys for %s that open under the secret they were sealed with',
    async (algorithm, type) => {
      const key = await generateSigningKey(algorithm, 'current', 1000, 'secret');
      const opened = openSigningKey(key, 'secret');

      expect(key).toMatchObject({ algorithm, state: 'current', createdAt: 1000 });
      expect(opened.privateKey.asymmetricKeyType).toBe(type);
      expect(thumbprint(createPublicKey(opened.privateKey))).toBe(key.kid);
    },
  );
});
