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
import { TurnedClock } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { AccessTokens, Revocations } from '@content-service/oauth-grants';
import { OPERATOR, type Principal, ScopeMissing, ScopeSet } from '@content-service/scopes';
import { SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { StorageModule } from '@content-service/storage';
import { storageOf } from '../app.module.js';
import { configFrom } from '../config.js';
import { identifyRequests } from '../operations/request-log.js';
import { PlatformModule } from '../platform.module.js';
import { AccessModule, GuardsContent } from './access.module.js';
import { ClaimsCache } from './claims-cache.js';
import { CurrentPrincipal } from './principal.js';
import { RequiresToken, WritesContent } from './site-setting.guard.js';

@Controller('api/articles')
@GuardsContent()
class Articles {
  @Get()
  read(@CurrentPrincipal() principal: Principal): unknown {
    return { ...principal, scopes: principal.scopes.toString() };
  }

  @Get('index')
  @RequiresToken(true)
  index(): string {
    return 'index';
  }

  @Post()
  @WritesContent()
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

let clock: TurnedClock;
let app: NestExpressApplication;
let server: Server;
/** What came through to the filter of the rest of the application. */
let refusal: unknown;
let tokenWith: (...scopes: string[]) => Promise<string>;
beforeEach(async () => {
  clock = new TurnedClock(1_700_000_000);
  const config = configFrom({
    DATABASE_URL: 'memory:',
    BASE_URL: 'https://cms.example',
    SIGNING_ALGORITHM: 'ES256',
  });
  const storage = await storageOf(config);
  await storage.open();
  await storage.migrate();
  const imports = [PlatformModule.of(config, clock), StorageModule.of(storage)];
  app = await NestFactory.create<NestExpressApplication>({ module: Guarded, imports }, { logger: false });
  app.use(identifyRequests);
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
    .register({ label: 'Site', allowedScopes: [] }, OPERATOR, { id: 'site' });
  tokenWith = async (...scopes) => {
    const grant = { subject: client.id, clientId: client.id, scopes: ScopeSet.of(...scopes) };
    return (await app.get(AccessTokens).issue(grant)).token;
  };
  await app.get(SiteSettingsService).change({ allowedOperations: 'read_write' }, OPERATOR);
});
afterEach(() => app.close());

const read = (authorization?: string) => {
  const sent = request(server).get('/api/articles');
  return authorization === undefined ? sent : sent.set('Authorization', authorization);
};
const write = async (...scopes: string[]) =>
  request(server)
    .post('/api/articles')
    .set('Authorization', `Bearer ${await tokenWith(...scopes)}`);

describe('reading', () => {
  it('tells the controller who asks', async () => {
    const response = await read(`Bearer ${await tokenWith('member')}`).expect(200);

    expect(response.body).toEqual({ kind: 'client', clientId: 'site', scopes: 'member' });
  });

  it('is for every token, whatever its scopes', async () => {
    await read(`Bearer ${await tokenWith()}`).expect(200);
  });

  it('is for nobody without a token while Public access is No', async () => {
    await read().expect(401).expect('WWW-Authenticate', MISSING);
  });

  it('is for everybody while Public access is Yes, but for what always needs a token', async () => {
    await app.get(SiteSettingsService).change({ publicAccess: true }, OPERATOR);

    expect((await read().expect(200)).body).toEqual({ kind: 'anonymous', scopes: '' });
    await request(server).head('/api/articles').expect(200);
    await request(server).get('/api/articles/index').expect(401).expect('WWW-Authenticate', MISSING);
  });

  it('refuses a bad token while Public access is Yes', async () => {
    await app.get(SiteSettingsService).change({ publicAccess: true }, OPERATOR);

    await read('Bearer a.b').expect(401);
  });

  it('takes the scheme in any case', async () => {
    await read(`bEARER ${await tokenWith()}`).expect(200);
  });
});

describe('the 401 answer', () => {
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
  ])('says what is wrong with %s', async (_, authorization, challenge) => {
    await read(authorization).expect(401).expect('WWW-Authenticate', challenge);
  });

  it('has an error document for a body, which holds no diagnostic', async () => {
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

  it('comes for an old token to the second', async () => {
    const token = `Bearer ${await tokenWith()}`;

    clock.turn(299);
    await read(token).expect(200);
    clock.turn(1);
    await read(token).expect(401).expect('WWW-Authenticate', UNVERIFIED);
  });

  it('comes at once when a token is revoked', async () => {
    const token = `Bearer ${await tokenWith()}`;
    await read(token).expect(200);

    await app.get(Revocations).revoke([{ subject: 'client', id: 'site' }]);

    await read(token).expect(401).expect('WWW-Authenticate', CHALLENGE('The access token has been revoked'));
  });

  it('comes at once when the client is deleted', async () => {
    const token = `Bearer ${await tokenWith()}`;
    await read(token).expect(200);

    await app.get(ClientRegistry).delete('site', OPERATOR);

    await read(token).expect(401).expect('WWW-Authenticate', CHALLENGE('The access token has been revoked'));
  });

  it('has a challenge that oauth4webapi can read, which is strict', async () => {
    await app.listen(0, '127.0.0.1');
    const url = new URL('/api/articles', await app.getUrl());
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the author's way of saying: in tests only
    const insecure = { [oauth.allowInsecureRequests]: true };

    const response = oauth.protectedResourceRequest('abc', 'GET', url, undefined, undefined, insecure);

    await expect(response).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: { realm: 'OAuth', error: 'access_denied' } }],
    });
  });

  it('comes for two Authorization headers, both of them good', async () => {
    await app.listen(0, '127.0.0.1');
    const token = `Bearer ${await tokenWith()}`;
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

  it('comes when the token stands in the query or the body', async () => {
    const token = await tokenWith('content:administer');

    await request(server).get('/api/articles').query({ access_token: token }).expect(401);
    await request(server).post('/api/articles').type('form').send({ access_token: token }).expect(401);
    await read('Bearer a.b.c').query({ access_token: token }).expect(401);
  });
});

describe('writing', () => {
  it('needs a site that allows it and a token with content:administer', async () => {
    const sent = await write('content:administer');

    expect(sent.status).toBe(201);
  });

  it('is for nobody without a token, also while Public access is Yes', async () => {
    await app.get(SiteSettingsService).change({ publicAccess: true }, OPERATOR);

    await request(server).post('/api/articles').expect(401).expect('WWW-Authenticate', MISSING);
    await request(server).put('/api/articles').expect(401).expect('WWW-Authenticate', MISSING);
  });

  it('names the scope that is missing', async () => {
    await write('member');

    expect(refusal).toEqual(new ScopeMissing('content:administer'));
  });

  it('names the site setting first', async () => {
    await app.get(SiteSettingsService).change({ allowedOperations: 'read_only' }, OPERATOR);

    await write('member');
    expect(refusal).toEqual(new WritesNotAllowed());
    await write('content:administer');
    expect(refusal).toEqual(new WritesNotAllowed());
  });

  it('is refused for its method before its permissions', async () => {
    await app.get(SiteSettingsService).change({ allowedOperations: 'read_only' }, OPERATOR);

    const response = await request(server)
      .put('/api/articles')
      .set('Authorization', `Bearer ${await tokenWith()}`);

    expect(response.status).toBe(405);
  });
});

describe('OPTIONS', () => {
  it('needs no token', async () => {
    await request(server).options('/api/articles').expect(204);
  });

  it('refuses a bad one', async () => {
    await request(server).options('/api/articles').set('Authorization', 'Bearer x').expect(401);
  });
});

describe('the claims cache', () => {
  it('keeps a token that was found good, and no other', async () => {
    const token = await tokenWith('member');
    const cache = app.get(ClaimsCache);

    expect(cache.find(token)).toBeUndefined();
    await read(`Bearer ${token}`).expect(200);
    await read(`Bearer ${token}x`).expect(401);

    expect(cache.find(token)).toMatchObject({ kind: 'client', clientId: 'site' });
    expect(cache.find(`${token}x`)).toBeUndefined();
  });

  it('drops a token that has expired', async () => {
    const token = await tokenWith();
    await read(`Bearer ${token}`).expect(200);

    clock.turn(300);

    expect(app.get(ClaimsCache).find(token)).toBeUndefined();
  });

  it('is bounded, and lets the least lately used go', async () => {
    const cache = new ClaimsCache(app.get(AccessTokens));
    const verified = await app.get(AccessTokens).verify(await tokenWith());
    cache.add('first', verified);
    cache.add('second', verified);
    cache.find('first');

    for (let more = 0; more < 4999; more++) cache.add(randomUUID(), verified);

    expect(cache.find('second')).toBeUndefined();
    expect(cache.find('first')).toBeDefined();
  });
});
