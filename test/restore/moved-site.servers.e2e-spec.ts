import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import type { ApiClient } from '../support/api-client.js';
import { startService } from '../support/content-service.js';
import { eventually } from '../support/eventually.js';
import { ExampleReceiver } from '../support/example-receiver.js';
import { Workshop } from './backup-site.js';

const VARIABLES = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
const MANAGEMENT = { 'Content-Type': 'application/json', Accept: 'application/json' };

describe('a site that moves from SQLite to a database server', () => {
  const workshop = new Workshop();
  afterAll(() => workshop.remove());

  it('sends changes with versions above those that a receiver knows', async () => {
    const { url: before } = await workshop.database('sqlite');
    const { url: after } = await workshop.database();
    await prepareSite(before);
    const first = await startService(before, VARIABLES);
    const api = await createAdministrator(first);
    const url = await ExampleReceiver.findUrl();
    const created = await api.send('POST', '/manage/webhooks', {
      document: { label: 'Search', url, types: ['entry.created', 'entry.updated'] },
      headers: MANAGEMENT,
    });
    const { id: webhook, secret } = (await created.json()) as { id: string; secret: string };
    const receiver = await ExampleReceiver.start(url, secret);
    const waitForDeliveries = (client: ApiClient, count: number): Promise<void> =>
      eventually(async () => {
        const path = `/manage/webhooks/${webhook}/deliveries?state=delivered`;
        const answer = await client.send('GET', path, { headers: MANAGEMENT });
        return ((await answer.json()) as { items: unknown[] }).items.length === count;
      });
    const tally = await api.create('node--tally', { attributes: { title: 'One' } });
    for (const title of ['Two', 'Three']) await api.update(tally, { attributes: { title } });
    await waitForDeliveries(api, 3);
    await first.stop();

    await workshop.json(before, 'backup', workshop.path('site.tar.gz'), '--with-credentials');
    await workshop.json(after, 'restore', workshop.path('site.tar.gz'));
    const second = await startService(after, VARIABLES);
    const movedApi = await createAdministrator(second);
    await movedApi.update(tally, { attributes: { title: 'Four' } });
    await waitForDeliveries(movedApi, 1);
    await second.stop();

    const output = await receiver.stop();
    const events = output.matchAll(new RegExp(`id: '${tally.id}'.*?version: (\\d+)`, 'gs'));
    const versions = [...events].map(([, version]) => Number(version));
    expect(versions.slice(0, 3)).toEqual([1, 2, 3]);
    expect(versions).toHaveLength(4);
    expect(versions[3]).toBeGreaterThan(3);
  });
});
