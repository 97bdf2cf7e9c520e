import { listChildren } from '../support/child-processes.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

const WORKERS = 2;
/** Each worker starts a whole application, one after the other. */
const START_LIMIT_MS = 200_000;
/** A connection belongs to one worker and ends with it. */
const NEW_CONNECTION = { headers: { Connection: 'close' } };

describe('a service with several workers', () => {
  let database: TestDatabase;
  let service: Service;
  let metricsUrl: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const metricsPort = String(await freePort());
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    service = await startService(database.url, { WORKERS: String(WORKERS), METRICS_PORT: metricsPort });
    await waitForWorkers();
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    await database.remove();
  });

  const listWorkers = (): readonly number[] => listChildren(service.pid);

  const readMetrics = async (): Promise<readonly string[]> =>
    (await (await fetch(metricsUrl)).text()).split('\n');

  /** Waits until all workers accept connections, and none of the given ones is left. */
  async function waitForWorkers(former: readonly number[] = []): Promise<readonly number[]> {
    await eventually(async () => {
      const isComplete = (await readMetrics()).includes(`content_service_workers ${WORKERS}`);
      return isComplete && !listWorkers().some((pid) => former.includes(pid));
    }, START_LIMIT_MS);
    return listWorkers();
  }

  it('replaces a worker that was killed, while the others serve requests', async () => {
    const [killed, kept] = listWorkers();
    process.kill(killed!, 'SIGKILL');

    await eventually(() => Promise.resolve(!listWorkers().includes(killed!)));
    expect((await fetch(`${service.url}/health/live`, NEW_CONNECTION)).status).toBe(200);
    const workers = await waitForWorkers([killed!]);

    expect(workers).toContain(kept);
  });

  it('replaces all workers at SIGHUP without a refused request', async () => {
    const former = listWorkers();
    const rolled = new AbortController();
    const requests = (async () => {
      const statuses = new Set<number>();
      while (!rolled.signal.aborted) {
        const answer = await fetch(`${service.url}/.well-known/jwks.json`, NEW_CONNECTION);
        statuses.add(answer.status);
      }
      return statuses;
    })();

    process.kill(service.pid, 'SIGHUP');
    await waitForWorkers(former);
    rolled.abort();

    expect([...(await requests)]).toEqual([200]);
  });

  it('answers requests of metrics while a worker starts', async () => {
    const [killed] = listWorkers();
    process.kill(killed!, 'SIGKILL');
    await eventually(async () => (await readMetrics()).includes('content_service_workers 1'));
    const answers = new Set<number>();

    await eventually(async () => {
      answers.add((await fetch(metricsUrl)).status);
      return (await readMetrics()).includes(`content_service_workers ${WORKERS}`);
    }, START_LIMIT_MS);

    expect([...answers]).toEqual([200]);
  });

  it('serves the sum of the metrics of its workers', async () => {
    const count = async (): Promise<number> => {
      const lines = await readMetrics();
      const series = lines.filter((line) => line.includes('_count{') && line.includes('jwks.json'));
      return series.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const before = await count();

    for (let request = 0; request < 20; request++)
      await fetch(`${service.url}/.well-known/jwks.json`, NEW_CONNECTION);

    expect(await count()).toBe(before + 20);
  });
});
