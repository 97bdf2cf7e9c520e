import { MetricsServer } from '@content-service/app';
import { EventSequencer } from '@content-service/events';
import { Storage } from '@content-service/storage';
import { startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

interface Detail {
  readonly consumers: readonly { readonly name: string; readonly events: number }[] | null;
  readonly schedules: readonly { readonly name: string; readonly lastRunAt: string | null }[] | null;
  readonly database: { readonly pingMs: number | null };
}

describe('GET /health/detail of the listener of the metrics', () => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}/health/detail`;
    app = await startApp({ METRICS_PORT: port });
    await app.nest.get(MetricsServer).start();
  });
  afterAll(() => app.stop());

  const readDetail = async (): Promise<Detail> => (await (await fetch(url)).json()) as Detail;

  it('shows versions, checks, database, consumers and schedules', async () => {
    const response = await fetch(url);

    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toEqual({
      ...{ version: expect.any(String), node: process.versions.node, pid: process.pid },
      uptimeSeconds: expect.any(Number),
      checks: { storage: true, schema: true, changes: true, load: true, shutdown: true },
      database: {
        pingMs: expect.any(Number),
        hosts: [],
        pool: expect.any(Array),
        pending: expect.any(Array),
        replicas: [],
      },
      files: { kind: 'disk', available: true, fault: null },
      changesAgeMs: expect.any(Number),
      consumers: expect.arrayContaining([
        expect.objectContaining({ name: 'log', paused: false, error: null }),
      ]),
      schedules: expect.arrayContaining([
        { name: 'verify-index', enabled: false, lastOutcome: null, lastRunAt: null },
      ]),
    });
  });

  it('shows how many events a consumer is behind', async () => {
    await app.nest.get(EventSequencer).stop();
    await app.site.articles({ published: 3, unpublished: 0 });

    await eventually(async () => {
      const { consumers } = await readDetail();
      // Events of the start may wait as well.
      return (consumers?.find(({ name }) => name === 'log')?.events ?? 0) >= 3;
    });
  });

  it('is 200 without the parts of the database while that cannot be reached', async () => {
    const storage = app.nest.get(Storage);
    const ping = storage.ping.bind(storage);
    storage.ping = () => Promise.reject(new Error('The database is away.'));

    const response = await fetch(url);

    storage.ping = ping;
    expect(response.status).toBe(200);
    expect(((await response.json()) as Detail).database.pingMs).toBeNull();
  });

  it('is not on the public port', async () => {
    expect((await app.api.asAdministrator().get('/health/detail')).status).toBe(404);
  });
});
