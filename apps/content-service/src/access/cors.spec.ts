import express from 'express';
import request, { type Test } from 'supertest';
import { DEFAULT_SITE_SETTINGS } from '@content-service/site-settings';
import { cors } from './cors.js';

let corsOrigins: readonly string[];
const app = express()
  .use(cors({ current: () => ({ ...DEFAULT_SITE_SETTINGS, corsOrigins }) }))
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

describe('CORS, open', () => {
  it('allows every origin and says so to everybody', async () => {
    const { headers } = await request(app).get('/').expect(200);

    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Location, ETag, WWW-Authenticate',
      vary: 'Accept',
    });
  });

  it('never allows credentials', async () => {
    const { headers } = await preflight('/');

    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('speaks on errors too', async () => {
    await request(app).get('/nowhere').expect(404).expect('Access-Control-Allow-Origin', '*');
  });

  it.each(['/', '/nowhere', '/api/node/%zz'])('answers the preflight of %s itself', async (path) => {
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
  });

  it('leaves an OPTIONS request alone that is no preflight', async () => {
    await request(app)
      .options('/')
      .set('Origin', 'https://www.example.com')
      .expect(200)
      .expect('Allow', 'GET, HEAD');
  });
});

describe('CORS, restricted', () => {
  beforeEach(() => {
    corsOrigins = ['https://www.example.com', 'https://app.example'];
  });

  it('allows a listed origin by its name', async () => {
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
  ])('gives the origin %s the ordinary answer without the header', async (origin) => {
    const { headers, text } = await request(app).get('/').set('Origin', origin).expect(200);

    expect(text).toBe('content');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).toMatchObject({ vary: 'Origin, Accept' });
  });

  it('allows nothing to a request without origin', async () => {
    const { headers } = await request(app).get('/').expect(200);

    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('answers the preflight of a listed origin', async () => {
    await preflight('/').expect(204).expect('Access-Control-Allow-Origin', 'https://www.example.com');
  });

  it('allows nothing in the preflight of another', async () => {
    const { headers } = await preflight('/').set('Origin', 'https://evil.example').expect(204);

    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is felt at once when the setting changes', async () => {
    await request(app).get('/').set('Origin', 'https://evil.example').expect(200);

    corsOrigins = ['https://evil.example'];

    await request(app)
      .get('/')
      .set('Origin', 'https://evil.example')
      .expect('Access-Control-Allow-Origin', 'https://evil.example');
  });
});
