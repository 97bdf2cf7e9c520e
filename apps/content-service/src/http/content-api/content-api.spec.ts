import { randomUUID } from 'node:crypto';
import { get as httpGet, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  All,
  type ArgumentsHost,
  Controller,
  Get,
  HttpException,
  MethodNotAllowedException,
  Module,
  Options,
  Post,
  Res,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import * as oauth from 'oauth4webapi';
import request from 'supertest';
import { FakeClock } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { AccessTokenService, RevocationService } from '@content-service/oauth-grants';
import { OPERATOR_CONTEXT, type Principal, ScopeMissing, SCOPES, ScopeSet } from '@content-service/scopes';
import { SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { StorageModule } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { parseConfig } from '../../platform/config/config.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { assignRequestId } from '../telemetry/request-log.js';
import { PlatformModule } from '../../platform/platform.module.js';
import { AccessModule } from '../access/access.module.js';
import { ContentApi } from './content-api.js';
import { CurrentPrincipal, RequireToken, RequireWriteAccess } from '../access/access-guards.js';
import { VerifiedTokenCache } from '../access/verified-token-cache.js';

@Controller('api/articles')
@ContentApi()
class Articles {
  @Get()
  read(@CurrentPrincipal() principal: Principal): unknown {
    return { ...principal, scopes: principal.scopes.toString() };
  }

  @Get('index')
  @RequireToken(true)
  index(): string {
    return 'index';
  }

  @Post()
  @RequireWriteAccess()
  write(): string {
    return 'written';
  }

  @Options()
  options(@Res() response: Response): void {
    response.writeHead(204).end();
  }

  @All()
  noOtherMethod(): never {
    throw new MethodNotAllowedException();
  }
}

@Module({ imports: [AccessModule], controllers: [Articles] })
class Guarded {}

const CHALLENGE = (description: string) =>
  `Bearer realm="OAuth", error="access_denied", error_description="${description}"`;
const MISSING = CHALLENGE('Missing Authorization header');
const MALFORMED = CHALLENGE('Missing Bearer token: send exactly Bearer, one space and the token');
const UNVERIFIED = CHALLENGE('Access token could not be verified');

let clock: FakeClock;
let app: NestExpressApplication;
let server: Server;
/** What came through to the filter of the rest of the application. */
let refusal: unknown;
let createToken: (...scopes: string[]) => Promise<string>;
beforeEach(async () => {
  clock = new FakeClock(1_700_000_000);
  const config = parseConfig({
    DATABASE_URL: 'memory:',
    BASE_URL: 'https://cms.example',
    SIGNING_ALGORITHM: 'ES256',
  });
  const storage = new RecordStorage(new MemoryRecordStore());
  await storage.open();
  await storage.migrate();
  const imports = [PlatformModule.forConfig(config, clock), StorageModule.of(storage)];
  app = await NestFactory.create<NestExpressApplication>({ module: Guarded, imports }, { logger: false });
  app.use(assignRequestId);
  app.useGlobalFilters({
    catch: (error: unknown, host: ArgumentsHost) => {
      refusal = error;
      const status = error instanceof HttpException ? error.getStatus() : 403;
      host.switchToHttp().getResponse<Response>().status(status).end();
    },
  });
  await app.init();
  server = app.getHttpServer();

  const { client } = await app
    .get(ClientRegistry)
    .register({ label: 'Site', allowedScopes: SCOPES.map(({ name }) => name) }, OPERATOR_CONTEXT, {
      id: 'site',
    });
  createToken = async (...scopes) => {
    const grant = { subject: client.id, clientId: client.id, scopes: ScopeSet.of(...scopes) };
    return (await app.get(AccessTokenService).issue(grant)).token;
  };
  await app.get(SiteSettingsService).change({ allowedOperations: 'read_write' }, OPERATOR_CONTEXT);
});
afterEach(() => app.close());

const read = (authorization?: string) => {
  const sent = request(server).get('/api/articles');
  return authorization === undefined ? sent : sent.set('Authorization', authorization);
};
const write = async (...scopes: string[]) =>
  request(server)
    .post('/api/articles')
    .set('Authorization', `Bearer ${await createToken(...scopes)}`);

describe('reading', () => {
  it('passes the principal to the controller', async () => {
    const response = await read(`Bearer ${await createToken('member')}`).expect(200);

    expect(response.body).toEqual({ kind: 'client', clientId: 'site', scopes: 'member' });
  });

  it('is allowed with any token, whatever its scopes', async () => {
    await read(`Bearer ${await createToken()}`).expect(200);
  });

  it('refuses requests without a token while Public access is No', async () => {
    await read().expect(401).expect('WWW-Authenticate', MISSING);
  });

  it('is allowed without a token while Public access is Yes, except where a token is required', async () => {
    await app.get(SiteSettingsService).change({ publicAccess: true }, OPERATOR_CONTEXT);

    expect((await read().expect(200)).body).toEqual({ kind: 'anonymous', scopes: '' });
    await request(server).head('/api/articles').expect(200);
    await request(server).get('/api/articles/index').expect(401).expect('WWW-Authenticate', MISSING);
  });

  it('refuses an invalid token while Public access is Yes', async () => {
    await app.get(SiteSettingsService).change({ publicAccess: true }, OPERATOR_CONTEXT);

    await read('Bearer a.b').expect(401);
  });

  it('accepts the scheme in upper and lower case', async () => {
    await read(`bEARER ${await createToken()}`).expect(200);
  });
});

describe('the 401 response', () => {
  it.each([
    ['an empty header', '', MALFORMED],
    ['no token', 'Bearer', MALFORMED],
    ['a blank for a token', 'Bearer ', MALFORMED],
    ['two spaces', 'Bearer  a.b.c', MALFORMED],
    ['two tokens', 'Bearer a.b.c a.b.c', MALFORMED],
    ['a tab', 'Bearer\ta.b.c', MALFORMED],
    ['another scheme', 'Basic c2l0ZTpzZWNyZXQ=', MALFORMED],
    ['no scheme', 'a.b.c', MALFORMED],
    [
      'no dots',
      'Bearer abc',
      CHALLENGE('The access token must be a JWT: three parts with two dots between them'),
    ],
    [
      'one dot',
      'Bearer a.b',
      CHALLENGE('The access token must be a JWT: three parts with two dots between them'),
    ],
    [
      'an empty part',
      'Bearer a..c',
      CHALLENGE('The access token must be a JWT: its header, claims and signature cannot be empty'),
    ],
    [
      'no JSON',
      'Bearer a.b.c',
      CHALLENGE('The access token must be a JWT: its header and claims are base64url-encoded JSON objects'),
    ],
    ['a foreign token', `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.c`, UNVERIFIED],
  ])('names in its challenge the error of %s', async (_, authorization, challenge) => {
    await read(authorization).expect(401).expect('WWW-Authenticate', challenge);
  });

  it('has an error document that does not contain the reason', async () => {
    const response = await read('Bearer abc').expect(401).expect('Content-Type', 'application/vnd.api+json');

    expect(response.body).toEqual({
      jsonapi: { version: '1.1' },
      errors: [
        {
          id: expect.any(String),
          status: '401',
          code: 'token_required',
          title: 'Unauthorized',
          detail: 'This needs a valid access token; the WWW-Authenticate header says what is wrong.',
        },
      ],
    });
  });

  it('is sent for a token from the second of its expiry', async () => {
    const token = `Bearer ${await createToken()}`;

    clock.advance(299);
    await read(token).expect(200);
    clock.advance(1);
    await read(token).expect(401).expect('WWW-Authenticate', UNVERIFIED);
  });

  it('is sent as soon as the token is revoked', async () => {
    const token = `Bearer ${await createToken()}`;
    await read(token).expect(200);

    await app.get(RevocationService).revoke([{ subject: 'client', id: 'site' }]);

    await read(token).expect(401).expect('WWW-Authenticate', CHALLENGE('The access token has been revoked'));
  });

  it('is sent as soon as the client is deleted', async () => {
    const token = `Bearer ${await createToken()}`;
    await read(token).expect(200);

    await app.get(ClientRegistry).delete('site', OPERATOR_CONTEXT);

    await read(token).expect(401).expect('WWW-Authenticate', CHALLENGE('The access token has been revoked'));
  });

  it('has a challenge that oauth4webapi parses', async () => {
    await app.listen(0, '127.0.0.1');
    const url = new URL('/api/articles', await app.getUrl());
    // oxlint-disable-next-line typescript/no-deprecated -- the author's way of saying: in tests only
    const insecure = { [oauth.allowInsecureRequests]: true };

    const response = oauth.protectedResourceRequest('abc', 'GET', url, undefined, undefined, insecure);

    await expect(response).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: { realm: 'OAuth', error: 'access_denied' } }],
    });
  });

  it('is sent for two valid Authorization headers', async () => {
    await app.listen(0, '127.0.0.1');
    const token = `Bearer ${await createToken()}`;
    const { port } = server.address() as AddressInfo;
    const headers = ['Host', '127.0.0.1', 'Authorization', token, 'authorization', token];

    const status = await new Promise((resolve, reject) => {
      httpGet({ port, host: '127.0.0.1', path: '/api/articles', headers, setHost: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });

    expect(status).toBe(401);
  });

  it('is sent for a token in the query or in the body', async () => {
    const token = await createToken('content:administer');

    await request(server).get('/api/articles').query({ access_token: token }).expect(401);
    await request(server).post('/api/articles').type('form').send({ access_token: token }).expect(401);
    await read('Bearer a.b.c').query({ access_token: token }).expect(401);
  });
});

describe('writing', () => {
  it('needs the setting Read and write and a token with content:administer', async () => {
    const sent = await write('content:administer');

    expect(sent.status).toBe(201);
  });

  it('refuses requests without a token, also while Public access is Yes', async () => {
    await app.get(SiteSettingsService).change({ publicAccess: true }, OPERATOR_CONTEXT);

    await request(server).post('/api/articles').expect(401).expect('WWW-Authenticate', MISSING);
    await request(server).put('/api/articles').expect(401).expect('WWW-Authenticate', MISSING);
  });

  it('names the scope that is missing', async () => {
    await write('member');

    expect(refusal).toEqual(new ScopeMissing('content:administer'));
  });

  it('names the site setting before a missing scope', async () => {
    await app.get(SiteSettingsService).change({ allowedOperations: 'read_only' }, OPERATOR_CONTEXT);

    await write('member');
    expect(refusal).toEqual(new WritesNotAllowed());
    await write('content:administer');
    expect(refusal).toEqual(new WritesNotAllowed());
  });

  it('is refused with 405 before settings and scopes are checked', async () => {
    await app.get(SiteSettingsService).change({ allowedOperations: 'read_only' }, OPERATOR_CONTEXT);

    const response = await request(server)
      .put('/api/articles')
      .set('Authorization', `Bearer ${await createToken()}`);

    expect(response.status).toBe(405);
  });
});

describe('OPTIONS', () => {
  it('needs no token', async () => {
    await request(server).options('/api/articles').expect(204);
  });

  it('refuses an invalid token', async () => {
    await request(server).options('/api/articles').set('Authorization', 'Bearer x').expect(401);
  });
});

describe('VerifiedTokenCache', () => {
  it('contains verified tokens only', async () => {
    const token = await createToken('member');
    const cache = app.get(VerifiedTokenCache);

    expect(cache.find(token)).toBeUndefined();
    await read(`Bearer ${token}`).expect(200);
    await read(`Bearer ${token}x`).expect(401);

    expect(cache.find(token)).toMatchObject({ kind: 'client', clientId: 'site' });
    expect(cache.find(`${token}x`)).toBeUndefined();
  });

  it('removes an expired token', async () => {
    const token = await createToken();
    await read(`Bearer ${token}`).expect(200);

    clock.advance(300);

    expect(app.get(VerifiedTokenCache).find(token)).toBeUndefined();
  });

  it('evicts the least recently used token above its maximum', async () => {
    const cache = new VerifiedTokenCache(app.get(AccessTokenService), new Metrics());
    const verified = await app.get(AccessTokenService).verify(await createToken());
    cache.add('first', verified);
    cache.add('second', verified);
    cache.find('first');

    for (let more = 0; more < 4999; more++) cache.add(randomUUID(), verified);

    expect(cache.find('second')).toBeUndefined();
    expect(cache.find('first')).toBeDefined();
  });
});
