import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { FakeClock } from '@content-service/kernel';
import { AccessTokenRefused } from '@content-service/oauth-grants';
import type { Fetch } from '../../platform/tracing/traced-fetch.js';
import { RemoteTokenVerifier } from './remote-token-verifier.js';

const NOW = 1_700_000_000;

let server: Server;
let issuer: string;
let jwksUri: string;
let redirectsMetadata = false;
let jwk: JWK;
let privateKey: CryptoKey;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  privateKey = pair.privateKey;
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'key', alg: 'ES256' };
  server = createServer((request, response) => {
    if (redirectsMetadata && request.url !== '/metadata' && request.url !== '/keys') {
      response.writeHead(302, { Location: `${issuer}/metadata` }).end();
      return;
    }
    const document = request.url === '/keys' ? { keys: [jwk] } : { issuer, jwks_uri: jwksUri };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('RemoteTokenVerifier.verify', () => {
  const verify = async (request?: Fetch) => {
    const claims = { iss: issuer, aud: 'api', sub: 'news', client_id: 'news', scope: 'member', jti: 'id' };
    const token = await new SignJWT({ ...claims, iat: NOW, nbf: NOW, exp: NOW + 300 })
      .setProtectedHeader({ alg: 'ES256', kid: 'key', typ: 'at+jwt' })
      .sign(privateKey);
    return new RemoteTokenVerifier({ issuer, audience: 'api' }, new FakeClock(NOW), request).verify(token);
  };

  it('accepts a token signed with a key of the jwks_uri on this machine', async () => {
    jwksUri = `${issuer}/keys`;

    await expect(verify()).resolves.toMatchObject({ principal: { kind: 'client', clientId: 'news' } });
  });

  it('sends the requests for metadata and keys by the given function', async () => {
    jwksUri = `${issuer}/keys`;
    const urls: string[] = [];

    await verify((url, init) => {
      urls.push(url);
      return fetch(url, init);
    });

    expect(urls).toEqual([`${issuer}/.well-known/oauth-authorization-server`, `${issuer}/keys`]);
  });

  it.each(['http://keys.example/keys', 'ftp://keys.example/keys', '/keys'])(
    'refuses every token while the jwks_uri is %s, and fetches no keys from there',
    async (uri) => {
      jwksUri = uri;
      const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);

      await expect(verify()).rejects.toThrow(AccessTokenRefused);

      expect(warn.mock.calls.flat().join()).toContain(`must be an https URL, got '${uri}'.`);
      warn.mockRestore();
    },
  );

  it('refuses every token while the metadata are redirected', async () => {
    jwksUri = `${issuer}/keys`;
    redirectsMetadata = true;

    await expect(verify()).rejects.toThrow(AccessTokenRefused);

    redirectsMetadata = false;
    await expect(verify()).resolves.toBeDefined();
  });
});
