/** @needs promtool */
import { spawnSync } from 'node:child_process';
import { MetricsServer } from '@content-service/app';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';

describe('GET /metrics', () => {
  let app: TestApp;
  let metricsUrl: string;
  beforeAll(async () => {
    const port = String(await freePort());
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    app = await startApp({ METRICS_PORT: port });
    await app.nest.get(MetricsServer).start();
  });
  afterAll(() => app.stop());

  it('is accepted by promtool check metrics', async () => {
    const article = await app.site.article();
    await app.api.asReader().get(`/api/node/article/${article.id}`);
    const input = await (await fetch(metricsUrl)).text();

    const { status, stderr, error } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    });

    expect([error, stderr.split('\n').filter((line) => !isOfNode(line)), status]).toEqual([
      undefined,
      [''],
      expect.any(Number),
    ]);
  });
});

/** Names of prom-client's metrics of Node.js, and one of OpenTelemetry's, break Prometheus' conventions. */
function isOfNode(line: string): boolean {
  return /^(nodejs_|process_|db_client_connection_count )/.test(line);
}
