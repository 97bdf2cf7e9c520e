import { type ApiClient, UnexpectedResponse } from '../support/api-client.js';
import { type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { Receiver } from '../support/receiver.js';
import { createAdministrator, prepareSite } from './prepared-site.js';

const LOCAL_WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

async function manage(
  client: ApiClient,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly id: string; readonly state?: string }> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await client.send(method, path, { document: body, headers });
  if (!answer.ok) throw new UnexpectedResponse(answer.status, await answer.text());
  return (await answer.json()) as { id: string; state?: string };
}

describe('ROLES', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let api: Service;
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
    receiver = await Receiver.start();
    api = await startService(database.url, { ...LOCAL_WEBHOOKS, ROLES: 'api' });
  });
  afterAll(async () => {
    await api.stop();
    await receiver.stop();
    await database.remove();
  });

  it('leaves jobs, events and calls of webhooks of a process with the role api to one with the role worker', async () => {
    const client = await createAdministrator(api);
    const endpoint = { label: 'Search', url: receiver.url('/changed'), visibility: 'content' };
    await manage(client, 'POST', '/manage/webhooks', endpoint);
    const { id } = await manage(client, 'POST', '/manage/jobs', { kind: 'index.verify' });
    const readJob = (): ReturnType<typeof manage> => manage(client, 'GET', `/manage/jobs/${id}`);
    await client.create('node--tally', { attributes: { title: 'Tally', field_count: 1 } });
    // Several polls of the event log and of the jobs.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await readJob()).toMatchObject({ state: 'queued' });
    expect(receiver.calls).toEqual([]);

    const worker = await startService(database.url, { ...LOCAL_WEBHOOKS, ROLES: 'worker' });
    await eventually(async () => (await readJob()).state === 'succeeded');
    await eventually(() => Promise.resolve(receiver.calls.length > 0));

    expect((await fetch(`${worker.url}/health/ready`)).status).toBe(200);
    for (const path of ['/api', '/oauth/token', '/manage/jobs', '/admin', '/openapi.json'])
      expect([path, (await fetch(worker.url + path)).status]).toEqual([path, 404]);
    expect(await worker.stop()).toBe(0);
  });
});
