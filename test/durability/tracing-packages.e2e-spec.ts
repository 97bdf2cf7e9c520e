import { fileURLToPath } from 'node:url';
import { startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import type { Variables } from '../support/server-process.js';

const REPORT = fileURLToPath(new URL('tracing-packages.mjs', import.meta.url));

describe('the packages of OpenTelemetry that a service loads', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.remove());

  /** Serves a request and metrics, and stops. */
  const findLoaded = async (variables: Variables): Promise<readonly string[]> => {
    const METRICS_PORT = String(await freePort());
    const service = await startService(
      database.url,
      { METRICS_PORT, ...variables },
      { node: ['--import', REPORT] },
    );
    await fetch(`${service.url}/api`);
    await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
    expect(await service.stop()).toBe(0);
    return JSON.parse((await service.output).split('\n').at(-1) ?? '') as readonly string[];
  };

  it('without OTEL_EXPORTER_OTLP_ENDPOINT: the API alone, whose functions do nothing, for prom-client', async () => {
    expect(await findLoaded({})).toEqual(['@opentelemetry/api']);
  });

  it('with OTEL_EXPORTER_OTLP_ENDPOINT: SDK and exporter', async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`;

    expect(await findLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual(
      expect.arrayContaining([
        '@opentelemetry/core',
        '@opentelemetry/exporter-trace-otlp-proto',
        '@opentelemetry/sdk-trace',
      ]),
    );
  });
});
