import { gzipSync } from 'node:zlib';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import * as oauth from 'oauth4webapi';
import request, { type Test } from 'supertest';
import { FakeClock } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { AccessTokenService, TokenEndpoint } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { StorageModule } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { parseConfig } from '../../platform/config/config.js';
import { PlatformModule } from '../../platform/platform.module.js';
import { OAuthModule } from './oauth.module.js';

const SECRET = 's'.repeat(43);
const GOOD = { grant_type: 'client_credentials', client_id: 'news', client_secret: SECRET };

let app: NestExpressApplication;
beforeAll(async () => {
  const config = parseConfig({
    DATABASE_URL: 'memory:',
    BASE_URL: 'https://cms.example',
    SIGNING_ALGORITHM: 'ES256',
  });
  const storage = new RecordStorage(new MemoryRecordStore());
  await storage.open();
  await storage.migrate();
  const imports = [PlatformModule.forConfig(config, new FakeClock()), StorageModule.of(storage)];
  const options = { bodyParser: false, logger: false } as const;
  app = await NestFactory.create<NestExpressApplication>({ module: OAuthModule, imports }, options);
  await app.init();
  const client = { label: 'News', allowedScopes: ['content:administer', 'member'] };
  await app.get(ClientRegistry).register(client, OPERATOR_CONTEXT, { id: 'news', secret: SECRET });
});
afterAll(() => app.close());

const post = (body: string | object): Test =>
  request(app.getHttpServer()).post('/oauth/token').type('form').send(body);
const form = (more: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ ...GOOD, ...more }).toString();

const INVALID_REQUEST = {
  error: 'invalid_request',
  error_description:
    'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
};

describe('POST /oauth/token', () => {
  it('responds with a bearer token that caches may not store', async () => {
    const { body, headers, text } = await post(GOOD).expect(200);

    expect(body).toEqual({ token_type: 'Bearer', expires_in: 300, access_token: expect.any(String) });
    expect(text).toMatch(/^\{"token_type":"Bearer","expires_in":300,"access_token":"[^"]+"\}$/);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect(headers).not.toHaveProperty('etag');
  });

  it('issues tokens that the content interface accepts', async () => {
    const { body } = await post(form({ scope: 'member' }));

    const { claims, principal } = await app.get(AccessTokenService).verify(body.access_token as string);
    expect(claims).toMatchObject({
      iss: 'https://cms.example',
      aud: 'https://cms.example/api',
      scope: 'member',
    });
    expect(principal).toMatchObject({ kind: 'client', clientId: 'news' });
  });

  it.each([
    'application/x-www-form-urlencoded;charset=UTF-8',
    'application/x-www-form-urlencoded; charset="utf-8"',
    'Application/X-WWW-Form-URLEncoded',
  ])('accepts a form with the Content-Type %s', async (type) => {
    await post(form({})).set('Content-Type', type).expect(200);
  });

  it('accepts HTTP Basic', async () => {
    const { grant_type } = GOOD;

    await post({ grant_type }).auth('news', SECRET).expect(200);
  });

  it('ignores unknown parameters, also repeated ones', async () => {
    await post(`${form({})}&audience=a&audience=b`).expect(200);
  });

  it.each([
    ['scope', `${form({})}&scope=member&scope=member`],
    ['client_id', `${form({})}&client_id=news`],
    ['grant_type', `${form({})}&grant_type=client_credentials`],
    ['scope', `${form({})}&scope[]=member`],
    ['scope', `${form({})}&scope%5Bx%5D=member`],
    ['client_id', `${form({})}&client_id=`],
  ])('refuses the parameter %s in the body %s', async (name, body) => {
    const response = await post(body).expect(400);

    const hint = `The parameter ${name} must be one text, given once.`;
    expect(response.body).toEqual({ ...INVALID_REQUEST, hint });
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded; charset=latin1', ''])(
    'refuses a body with the Content-Type %j',
    async (type) => {
      const response = await post(JSON.stringify(GOOD)).set('Content-Type', type).expect(400);

      const hint = 'The Content-Type must be application/x-www-form-urlencoded, in UTF-8.';
      expect(response.body).toEqual({ ...INVALID_REQUEST, hint });
    },
  );

  it.each<[string, string, number, object]>([
    [
      'an unknown scope',
      form({ scope: 'nonsense' }),
      400,
      {
        error: 'invalid_scope',
        error_description: 'The requested scope is invalid, unknown, or malformed',
        hint: 'Check the `nonsense` scope',
      },
    ],
    [
      'a wrong secret',
      form({ client_secret: 'wrong' }),
      401,
      { error: 'invalid_client', error_description: 'Client authentication failed' },
    ],
    [
      'an empty form',
      '',
      400,
      {
        error: 'unsupported_grant_type',
        error_description: 'The authorization grant type is not supported by the authorization server.',
        hint: 'The parameter grant_type must be one of: client_credentials, authorization_code, refresh_token.',
      },
    ],
  ])('refuses %s with JSON that caches may not store', async (_, body, status, expected) => {
    const response = await post(body).expect(status);

    expect(response.body).toEqual(expected);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect(response.headers).not.toHaveProperty('www-authenticate');
  });

  it.each([
    ['Basic', `Basic ${Buffer.from('news:wrong').toString('base64')}`, 'Basic realm="OAuth"'],
    ['Bearer', 'Bearer x', 'Bearer realm="OAuth"'],
    ['some other', 'Digest x', 'Basic realm="OAuth"'],
  ])(
    'challenges a client that failed to authenticate with the scheme %s',
    async (_, authorization, challenge) => {
      const body = authorization.startsWith('Basic')
        ? { grant_type: GOOD.grant_type }
        : form({ client_secret: 'wrong' });

      await post(body).set('Authorization', authorization).expect(401).expect('WWW-Authenticate', challenge);
    },
  );

  it('refuses a body over 16 kB', async () => {
    const response = await post(form({ scope: 'x'.repeat(17_000) })).expect(413);

    expect(response.body).toEqual({ ...INVALID_REQUEST, hint: 'The request body is too large.' });
  });

  it('refuses a compressed body', async () => {
    const sent = post('').set('Content-Encoding', 'gzip');
    sent.write(gzipSync(form({})));

    expect((await sent.expect(415)).body).toEqual({
      ...INVALID_REQUEST,
      hint: 'The request body must not be compressed.',
    });
  });

  it('does not disclose the cause of an internal error', async () => {
    const endpoint = app.get(TokenEndpoint);
    const respond = endpoint.respond.bind(endpoint);
    endpoint.respond = () => Promise.reject(new Error('the database password is 1234'));

    const response = await post(GOOD).expect(500);
    endpoint.respond = respond;

    expect(response.body).toEqual({
      error: 'server_error',
      error_description:
        'The authorization server encountered an unexpected condition that prevented it from fulfilling the request.',
    });
  });
});

describe('/oauth/token', () => {
  it.each(['get', 'put', 'patch', 'delete'] as const)('refuses %s with JSON', async (method) => {
    const response = await request(app.getHttpServer())
      [method]('/oauth/token')
      .expect(405)
      .expect('Allow', 'POST, OPTIONS');

    expect(response.body).toEqual({ ...INVALID_REQUEST, hint: expect.stringContaining('the Allow header') });
  });

  it('ignores credentials in the query', async () => {
    await request(app.getHttpServer()).post('/oauth/token').query(GOOD).type('form').send('').expect(400);
  });

  it('lists its methods in Allow', async () => {
    await request(app.getHttpServer()).options('/oauth/token').expect(204).expect('Allow', 'POST, OPTIONS');
  });
});

describe('POST /oauth/token by the strict client oauth4webapi', () => {
  const client = { client_id: 'news' };
  // oxlint-disable-next-line typescript/no-deprecated -- the author's way of saying: in tests only
  const insecure = { [oauth.allowInsecureRequests]: true };

  const requestGrant = async (authentication: oauth.ClientAuth, scope: string) => {
    const server = { issuer: 'https://cms.example', token_endpoint: `${await app.getUrl()}/oauth/token` };
    const parameters = new URLSearchParams({ scope });
    return oauth.processClientCredentialsResponse(
      server,
      client,
      await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, insecure),
    );
  };
  beforeAll(() => app.listen(0, '127.0.0.1'));

  it.each([
    ['in the body', oauth.ClientSecretPost(SECRET)],
    ['by HTTP Basic', oauth.ClientSecretBasic(SECRET)],
  ])('gets a token with the secret %s', async (_, authentication) => {
    expect(await requestGrant(authentication, 'member')).toMatchObject({
      token_type: 'bearer',
      expires_in: 300,
    });
  });

  it('reports the error of a refused request', async () => {
    await expect(requestGrant(oauth.ClientSecretPost(SECRET), 'nonsense')).rejects.toMatchObject({
      error: 'invalid_scope',
      status: 400,
    });
    await expect(requestGrant(oauth.ClientSecretPost('wrong'), 'member')).rejects.toMatchObject({
      error: 'invalid_client',
      status: 401,
    });
  });

  it('parses the challenge to a wrong Basic secret', async () => {
    await expect(requestGrant(oauth.ClientSecretBasic('wrong'), 'member')).rejects.toMatchObject({
      cause: [{ scheme: 'basic', parameters: { realm: 'OAuth' } }],
    });
  });
});
