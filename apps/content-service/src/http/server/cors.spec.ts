import express from 'express';
import request from 'supertest';
import type { Test } from 'supertest';
import { DEFAULT_SITE_SETTINGS } from '@content-service/site-settings';
import { createCorsMiddleware } from './middleware.js';

let corsOrigins: readonly string[];
const app = express()
  .use(createCorsMiddleware({ current: () => ({ ...DEFAULT_SITE_SETTINGS, corsOrigins }) }))
  .get('/', (_, response) => {
    response.vary('Accept').send('content');
  });
beforeEach(() => {
  corsOrigins = ['*'];
});

const preflight = (path: string): Test =>
  request(app)
    .options(path)
    .set('Origin', 'https://www.example.com')
    .set('Access-Control-Request-Method', 'PATCH');

describe('CORS with all origins allowed', () => {
  it('allows every origin, also in responses to requests without Origin', async () => {
    const { headers } = await request(app).get('/').expect(200);

    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'Location, ETag, WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy',
      vary: 'Accept',
    });
  });

  it.each([
    '/user/login',
    '/oauth/authorize',
    '/oauth/authorize/decision',
    '/session/token',
    '/admin/users',
    '/docs',
  ])('sends no CORS headers for the page %s, nor for its preflight', async (path) => {
    const answers = [await request(app).get(path), await preflight(path)];

    for (const { headers } of answers) expect(Object.keys(headers).join()).not.toContain('access-control');
  });

  it.each(['/oauth/token', '/openapi.json', '/users', '/.well-known/jwks.json'])(
    'sends CORS headers for %s, which is not a page',
    async (path) => {
      await preflight(path).expect(204).expect('Access-Control-Allow-Origin', '*');
    },
  );

  it('does not allow credentials', async () => {
    const { headers } = await preflight('/');

    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('sends CORS headers with errors', async () => {
    await request(app).get('/nowhere').expect(404).expect('Access-Control-Allow-Origin', '*');
  });

  it.each(['/', '/nowhere', '/api/node/%zz'])(
    'responds to the preflight of %s before routing',
    async (path) => {
      const { headers, status, text } = await preflight(path).set(
        'Access-Control-Request-Headers',
        'authorization,x-a',
      );

      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
        'access-control-allow-headers': 'authorization,x-a',
        vary: 'Access-Control-Request-Headers',
      });
    },
  );

  it('passes an OPTIONS request that is not a preflight to the routes', async () => {
    await request(app)
      .options('/')
      .set('Origin', 'https://www.example.com')
      .expect(200)
      .expect('Allow', 'GET, HEAD');
  });
});

describe('CORS with listed origins', () => {
  beforeEach(() => {
    corsOrigins = ['https://www.example.com', 'https://app.example'];
  });

  it('allows a listed origin by its own value', async () => {
    const { headers } = await request(app).get('/').set('Origin', 'https://app.example').expect(200);

    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      vary: 'Origin, Accept',
    });
  });

  it.each([
    'https://evil.example',
    'https://APP.example',
    'https://app.example:443',
    'https://app.example.evil',
    'null',
    '*',
  ])('responds to the origin %s without the CORS header', async (origin) => {
    const { headers, text } = await request(app).get('/').set('Origin', origin).expect(200);

    expect(text).toBe('content');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).toMatchObject({ vary: 'Origin, Accept' });
  });

  it('sends no CORS header for a request without Origin', async () => {
    const { headers } = await request(app).get('/').expect(200);

    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('responds to the preflight of a listed origin', async () => {
    await preflight('/').expect(204).expect('Access-Control-Allow-Origin', 'https://www.example.com');
  });

  it('allows nothing in the preflight of an unlisted origin', async () => {
    const { headers } = await preflight('/').set('Origin', 'https://evil.example').expect(204);

    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('applies a change of the setting to the next request', async () => {
    await request(app).get('/').set('Origin', 'https://evil.example').expect(200);

    corsOrigins = ['https://evil.example'];

    await request(app)
      .get('/')
      .set('Origin', 'https://evil.example')
      .expect('Access-Control-Allow-Origin', 'https://evil.example');
  });
});
