import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { ProcessLoad, LoadShedding, OpenRequestRegistry } from '@content-service/app';
import { startApp, type TestApp } from '../support/app.js';

const REDUCED_CAPACITY = 'https://iana.org/assignments/http-problem-types#temporary-reduced-capacity';

describe('load shedding', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SHED_DELAY_MS: '250', MAX_IN_FLIGHT: '100' });
    await app.site.settings({ publicAccess: true });
    // The tests provide the delay samples instead of the event loop of the machine.
    app.nest.get(LoadShedding).onModuleDestroy();
    await whileLate(0, () => Promise.resolve());
  });
  afterAll(() => app.stop());

  /** Runs a task after so many late seconds, while eight requests are in flight. */
  async function whileLate(seconds: number, task: () => Promise<void>): Promise<void> {
    const shedding = app.nest.get(LoadShedding);
    const load = jest
      .spyOn(app.nest.get(ProcessLoad), 'take')
      .mockReturnValue({ delayMs: 250, utilization: 1 });
    for (let second = 0; second < seconds; second++) shedding.sample();
    try {
      await whileInFlight(8, task);
    } finally {
      load.mockReturnValue({ delayMs: 0, utilization: 1 });
      for (let second = 0; second < 6; second++) shedding.sample();
      load.mockRestore();
    }
  }

  async function whileInFlight(requests: number, task: () => Promise<void>): Promise<void> {
    const open = app.nest.get(OpenRequestRegistry);
    const counts = [
      jest.spyOn(open, 'size', 'get').mockReturnValue(requests),
      jest.spyOn(open, 'inFlight', 'get').mockReturnValue(requests),
    ];
    try {
      await task();
    } finally {
      for (const count of counts) count.mockRestore();
    }
  }

  const readAnonymously = () =>
    app.api.asAnonymous().get('/api/node/article', { Origin: 'https://a.example' });
  const readWithToken = async () => (await reader()).get('/api/node/article');

  let token: string | undefined;
  async function reader() {
    if (token === undefined) {
      const form = { grant_type: 'client_credentials', client_id: 'reader', client_secret: 's'.repeat(43) };
      const { body } = await request(app.nest.getHttpServer()).post('/oauth/token').type('form').send(form);
      token = `Bearer ${(body as { access_token: string }).access_token}`;
    }
    return app.api.withAuthorization(token);
  }

  it('requests without a token are 503 with Retry-After from 1 to 5, an error document and CORS headers', async () => {
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

  it('sheds what has no valid token first, whatever its method and Authorization header', async () => {
    const forged = app.api.withAuthorization('Bearer eyJhbGciOiJFUzI1NiJ9.e30.x');
    await reader();
    await whileLate(2, async () => {
      expect((await forged.get('/api/node/article')).status).toBe(503);
      expect((await forged.delete('/api/node/article/x')).status).toBe(503);
      expect((await readWithToken()).status).toBe(200);
    });
    expect((await forged.get('/api/node/article')).status).toBe(401);
  });

  it('sheds reads with a token a second later, and writes after those', async () => {
    await reader();
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
    await whileLate(5, async () => {
      const managed = await request(server).get('/manage/settings/cors');
      const issued = await request(server).post('/oauth/token').type('form').send({ grant_type: 'x' });

      expect(managed.headers['content-type']).toBe('application/problem+json');
      expect(managed.body).toMatchObject({ type: REDUCED_CAPACITY, status: 503, code: 'overloaded' });
      expect([issued.status, issued.headers['content-type']]).toEqual([503, 'application/json']);
      expect(issued.body).toMatchObject({ error: 'temporarily_unavailable' });
      for (const { headers } of [managed, issued]) expect(headers['retry-after']).toMatch(/^[1-5]$/);
    });
  });

  it('sheds token requests and the log-in page last', async () => {
    const server = app.nest.getHttpServer();
    await whileLate(4, async () => {
      const issued = await request(server).post('/oauth/token').type('form').send({ grant_type: 'x' });

      expect(issued.status).toBe(400);
      expect((await request(server).get('/user/login')).status).toBe(200);
    });
  });

  it('never sheds health checks, revocation and logout', async () => {
    const server = app.nest.getHttpServer();
    await whileLate(6, async () => {
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

  it('sheds nothing while fewer than eight requests are open', async () => {
    await whileLate(6, async () => {
      await whileInFlight(7, async () => {
        expect((await readAnonymously()).status).toBe(200);
      });
    });
  });

  it('with MAX_IN_FLIGHT=100 the 81st request without a token is refused, and none with one', async () => {
    await reader();
    expect(app.nest.get(OpenRequestRegistry).size).toBe(0);
    await whileInFlight(80, async () => {
      expect((await readAnonymously()).status).toBe(503);
      expect((await readWithToken()).status).toBe(200);
    });
    expect((await readAnonymously()).status).toBe(200);
  });

  it('from half of MAX_IN_FLIGHT on, an address with a tenth of it is refused', async () => {
    const fromAddress = jest
      .spyOn(app.nest.get(OpenRequestRegistry), 'countFromAddressOf')
      .mockReturnValue(10);
    await whileInFlight(50, async () => {
      expect((await readAnonymously()).status).toBe(503);
      fromAddress.mockReturnValue(9);
      expect((await readAnonymously()).status).toBe(200);
    });
    fromAddress.mockReturnValue(10);
    await whileInFlight(49, async () => {
      expect((await readAnonymously()).status).toBe(200);
    });
    fromAddress.mockRestore();
  });
});
