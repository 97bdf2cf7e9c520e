import { MetricsServer } from '@content-service/app';
import type { Entry } from '@content-service/entries';
import { startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { Receiver } from '../support/receiver.js';

describe('Purges', () => {
  let receiver: Receiver;
  let app: TestApp;
  let metricsUrl: string;
  beforeAll(async () => {
    receiver = await Receiver.start();
    const port = String(await freePort());
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    app = await startApp({
      CACHE_TAGS: 'surrogate-key',
      PURGE_DRIVER: 'fastly',
      PURGE_URL: receiver.url('/service/abc/purge'),
      PURGE_TOKEN: 'secret',
      METRICS_PORT: port,
    });
    await app.nest.get(MetricsServer).start();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });
  afterEach(() => {
    receiver.status = 204;
  });

  const getKeys = (): readonly string[] =>
    receiver.calls.flatMap(({ body }) => (JSON.parse(body) as { surrogate_keys: string[] }).surrogate_keys);
  /** Waits until each key was purged as often. */
  const waitForKeys = (times: number, ...keys: readonly string[]): Promise<void> =>
    eventually(async () => {
      const purged = getKeys();
      return keys.every((key) => purged.filter((other) => other === key).length >= times);
    });

  it('begin with everything when the service starts', async () => {
    await waitForKeys(1, 'model', 'settings');

    expect(receiver.calls[0]).toMatchObject({
      method: 'POST',
      path: '/service/abc/purge',
      headers: { 'fastly-key': 'secret' },
    });
  });

  it('follow the creation, change and deletion of entries, and the changes that a deletion causes', async () => {
    const { site, api } = app;
    const [edited, deleted, tag] = [await site.article(), await site.article(), await site.tag()];
    const referrer = await site.article({}, { field_tags: [tag] });
    // A purge is repeated after five seconds; later ones come from later changes.
    await waitForKeys(2, ...[edited, deleted, tag, referrer].map(formatKey), 'node_list:article');
    receiver.calls.length = 0;

    await api.asAdministrator().patch(formatEntryPath(edited), rename(edited, 'Changed'));
    await api.asAdministrator().delete(formatEntryPath(deleted));
    await api.asAdministrator().delete(formatEntryPath(tag));

    await waitForKeys(1, ...[edited, deleted, tag, referrer].map(formatKey), 'node_list:article');
  });

  it('follow changes of site settings', async () => {
    receiver.calls.length = 0;

    await app.site.settings({ publicMaxAgeSeconds: 30 });

    await waitForKeys(1, 'settings');
  });

  it('are repeated until the cache confirms them, and counted', async () => {
    receiver.status = 503;
    const article = await app.site.article();
    await eventually(async () => (await readValue('failure')) > 0);

    receiver.status = 204;
    receiver.calls.length = 0;

    await waitForKeys(1, formatKey(article));
    expect(await readValue('success')).toBeGreaterThan(0);
    expect(await (await fetch(metricsUrl)).text()).toContain(
      'content_service_event_lag_seconds{consumer="purge"}',
    );
  });

  async function readValue(outcome: string): Promise<number> {
    const metrics = await (await fetch(metricsUrl)).text();
    const line = `content_service_cache_purges_total{outcome="${outcome}"} `;
    return Number(
      metrics
        .split('\n')
        .find((text) => text.startsWith(line))
        ?.slice(line.length),
    );
  }
});

function formatKey({ type, id }: Entry): string {
  return `${type.replace(/--.*/, '')}:${id}`;
}

function rename({ type, id }: Entry, title: string): object {
  return { data: { type, id, attributes: { title } } };
}
