import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { ThrottleStore } from '@content-service/accounts';
import { ClientRegistry } from '@content-service/oauth-clients';
import { AccessTokenService } from '@content-service/oauth-grants';
import { ScopeSet } from '@content-service/scopes';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { OperatedClients } from '../support/operated-clients.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** The Redis of the tests (`.config/redis.js`). */
const TEST_REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

const QUOTA = 10;
const HOUR = 3600;
const LIMITS = { rateLimits: { client: { quota: QUOTA, windowSeconds: HOUR } } };

/** Sends reads as a client, registered at first use. @returns the statuses in order */
async function reads(app: TestApp, clientId: string, count: number): Promise<number[]> {
  const clients = app.nest.get(ClientRegistry);
  if ((await clients.find(clientId)) === undefined)
    await new OperatedClients(clients).register(
      { label: 'Reader', allowedScopes: ['member'] },
      { id: clientId },
    );
  const grant = { subject: clientId, clientId, scopes: ScopeSet.of('member') };
  const { token } = await app.nest.get(AccessTokenService).issue(grant);
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) {
    const read = request(app.nest.getHttpServer()).get('/api/node/article');
    statuses.push((await read.set('Authorization', `Bearer ${token}`)).status);
  }
  return statuses;
}

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

describe('RATE_LIMIT_STORE=redis', () => {
  let line: TcpProxy;
  let apps: TestApp[];
  beforeAll(async () => {
    line = await TcpProxy.start(TEST_REDIS_URL);
    const variables = { RATE_LIMIT_STORE: 'redis', REDIS_URL: line.url };
    apps = [await startApp(variables), await startApp(variables)];
    for (const app of apps) await app.site.settings(LIMITS);
  });
  afterAll(async () => {
    for (const app of apps) await app.stop();
    await line.cut();
  });

  const [one, two] = [() => apps[0] as TestApp, () => apps[1] as TestApp];

  /** Waits until the apps count in Redis again: requests admitted by one reduce the quota of the other. */
  async function connected(): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const client = randomUUID();
      await reads(one(), client, QUOTA);
      if ((await reads(two(), client, 1))[0] === 429) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('Redis is not used again.');
  }

  it('two processes admit exactly the quota together', async () => {
    const client = randomUUID();

    expect(await reads(one(), client, 6)).toEqual(times(6, 200));
    expect(await reads(two(), client, 6)).toEqual([...times(4, 200), 429, 429]);
    expect(await reads(one(), client, 1)).toEqual([429]);
  });

  it('each process counts for itself while Redis is unreachable: no 5xx, no 429 within the quota', async () => {
    const client = randomUUID();
    await line.cut();

    expect(await reads(one(), client, 12)).toEqual([...times(10, 200), 429, 429]);
    expect(await reads(two(), client, 10)).toEqual(times(10, 200));

    await line.listen();
    await connected();
  });

  it('each process counts for itself while Redis does not answer', async () => {
    const client = randomUUID();
    line.silence();

    expect(await reads(one(), client, 12)).toEqual([...times(10, 200), 429, 429]);

    await line.cut();
    await line.listen();
    await connected();
  });

  it('starts without Redis and counts in the process', async () => {
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    const app = await startApp({ RATE_LIMIT_STORE: 'redis', REDIS_URL });
    await app.site.settings(LIMITS);

    expect(await reads(app, randomUUID(), 11)).toEqual([...times(10, 200), 429]);
    await app.stop();
  });
});

describe('RATE_LIMIT_STORE=database', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_STORE: 'database' });
  });
  beforeEach(() => app.site.settings(LIMITS));
  afterAll(() => app.stop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('refuses above the quota with the end of the window by the clock of the service', async () => {
    const client = randomUUID();

    expect(await reads(app, client, 11)).toEqual([...times(10, 200), 429]);
    app.clock.advance(HOUR);
    expect(await reads(app, client, 1)).toEqual([200]);
  });

  it('calls the store at most 20 times in a window for a client and not for refused requests', async () => {
    await app.site.settings({ rateLimits: { client: { quota: 60, windowSeconds: HOUR } } });
    const increment = jest.spyOn(app.nest.get(ThrottleStore), 'increment');

    const statuses = await reads(app, randomUUID(), 70);

    expect(statuses).toEqual([...times(60, 200), ...times(10, 429)]);
    expect(increment).toHaveBeenCalledTimes(20);
  });

  it('counts in the process while the counts cannot be stored: no 5xx, no 429 within the quota', async () => {
    const failing = new Error('The table is gone.');
    jest.spyOn(app.nest.get(ThrottleStore), 'increment').mockRejectedValue(failing);

    expect(await reads(app, randomUUID(), 12)).toEqual([...times(10, 200), 429, 429]);
  });
});
