import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { EventLoopDelay, LoadShedding, OpenRequests } from '@content-service/app';
import { startApp, type TestApp } from '../support/app.js';

const REDUCED_CAPACITY = 'https://iana.org/assignments/http-problem-types#temporary-reduced-capacity';

describe('load shedding', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SHED_DELAY_MS: '250', MAX_IN_FLIGHT: '10' });
    await app.site.settings({ publicAccess: true });
    // The tests provide the delay samples instead of the event loop of the machine.
    app.nest.get(LoadShedding).onModuleDestroy();
    await whileLate(0, () => Promise.resolve());
  });
  afterAll(() => app.stop());

  async function whileLate(seconds: number, task: () => Promise<void>): Promise<void> {
    const [delay, shedding] = [app.nest.get(EventLoopDelay), app.nest.get(LoadShedding)];
    const late = jest.spyOn(delay, 'takeP99').mockReturnValue(250);
    for (let second = 0; second < seconds; second++) shedding.sample();
    try {
      await task();
    } finally {
      late.mockReturnValue(0);
      for (let second = 0; second < 5; second++) shedding.sample();
      late.mockRestore();
    }
  }

  const readAnonymously = () =>
    app.api.asAnonymous().get('/api/node/article', { Origin: 'https://a.example' });
  const readWithToken = async () => (await reader()).get('/api/node/article');

  /** A token is requested before the load begins, since a token request counts as a write. */
  let token: string | undefined;
  async function reader() {
    if (token === undefined) {
      const form = { grant_type: 'client_credentials', client_id: 'reader', client_secret: 's'.repeat(43) };
      const { body } = await request(app.nest.getHttpServer()).post('/oauth/token').type('form').send(form);
      token = `Bearer ${(body as { access_token: string }).access_token}`;
    }
    return app.api.withAuthorization(token);
  }

  it('anonymous reads are 503 with Retry-After from 1 to 5, an error document and CORS headers', async () => {
    await reader();
    // The OpenAPI description is loaded first, so that the responses below can be validated.
    await readAnonymously();
    await whileLate(2, async () => {
      const { status, headers, body } = await readAnonymously();

      expect(status).toBe(503);
      expect(headers['content-type']).toBe('application/vnd.api+json');
      expect(headers['retry-after']).toMatch(/^[1-5]$/);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['x-request-id']).not.toBe('');
      expect(body).toMatchObject({
        errors: [{ status: '503', code: 'overloaded', links: { type: { href: REDUCED_CAPACITY } } }],
      });
      expect((await readWithToken()).status).toBe(200);
    });
    expect((await readAnonymously()).status).toBe(200);
  });

  it('sheds reads with a token a second later, and writes after those', async () => {
    await whileLate(3, async () => {
      expect((await readWithToken()).status).toBe(503);
      expect((await (await reader()).delete('/api/node/article/x')).status).not.toBe(503);
    });
    await whileLate(4, async () => {
      expect((await (await reader()).delete('/api/node/article/x')).status).toBe(503);
    });
  });

  it('answers as problem details outside the prefix, and as OAuth errors at the token endpoint', async () => {
    const server = app.nest.getHttpServer();
    await whileLate(4, async () => {
      const managed = await request(server).get('/manage/settings/cors');
      const issued = await request(server).post('/oauth/token').type('form').send({ grant_type: 'x' });

      expect(managed.headers['content-type']).toBe('application/problem+json');
      expect(managed.body).toMatchObject({ type: REDUCED_CAPACITY, status: 503, code: 'overloaded' });
      expect([issued.status, issued.headers['content-type']]).toEqual([503, 'application/json']);
      expect(issued.body).toMatchObject({ error: 'temporarily_unavailable' });
      for (const { headers } of [managed, issued]) expect(headers['retry-after']).toMatch(/^[1-5]$/);
    });
  });

  it('never sheds health checks, revocation and logout', async () => {
    const server = app.nest.getHttpServer();
    await whileLate(5, async () => {
      const answers = [
        await request(server).get('/health/live'),
        await request(server).get('/health/ready'),
        await request(server).post('/oauth/revoke').type('form').send({ token: 'x' }),
        await request(server).post('/user/logout').type('form').send({}),
        await request(server).post('/session/end').send(),
      ];

      for (const { status } of answers) expect(status).not.toBe(503);
    });
  });

  it('with MAX_IN_FLIGHT=10 the ninth anonymous read in flight is refused, and no write', async () => {
    const open = app.nest.get(OpenRequests);
    expect(open.size).toBe(0);
    const size = jest.spyOn(open, 'size', 'get').mockReturnValue(8);

    expect((await readAnonymously()).status).toBe(503);
    expect((await readWithToken()).status).toBe(200);

    size.mockRestore();
    expect((await readAnonymously()).status).toBe(200);
  });
});
