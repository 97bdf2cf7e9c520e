import { Webhook } from 'standardwebhooks';
import { Receiver } from '../support/receiver.js';
import { Workplace } from './workplace.js';

interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
}

describe('the commands for webhooks', () => {
  let workplace: Workplace;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    workplace = new Workplace({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  });
  afterAll(async () => {
    workplace.remove();
    await receiver.stop();
  });

  const create = async (path: string): Promise<CreatedWebhook> =>
    (await workplace.json(
      ...['webhook', 'create', '--label', 'Search', '--url', receiver.url(path)],
      ...['--type', 'entry.published', 'entry.deleted', '--visibility', 'content'],
    )) as CreatedWebhook;

  it('create, show, change and delete an endpoint', async () => {
    const { id, secret } = await create('/changed');
    expect(secret).toMatch(/^whsec_/);

    await workplace.json('webhook', 'update', id, '--label', 'Index', '--disable');
    const shown = await workplace.run('webhook', 'show', id, '--json');
    expect(JSON.parse(shown.output)).toMatchObject({
      ...{ id, label: 'Index', enabled: false, visibility: 'content' },
      types: ['entry.published', 'entry.deleted'],
      owner: { kind: 'operator' },
    });
    expect(shown.output).not.toContain('whsec_');

    const enabled = await workplace.run('webhook', 'update', id, '--enable');
    const { createdAt } = JSON.parse(shown.output) as { createdAt: string };
    expect(enabled.output).toContain(`content-service webhook replay ${id} --from ${createdAt}`);

    await workplace.json('webhook', 'delete', id);
    expect(await workplace.json('webhook', 'list')).toEqual([]);
    expect(await workplace.run('webhook', 'show', id)).toMatchObject({ code: 1 });
  });

  it('set everything that the API sets', async () => {
    const { id } = (await workplace.json(
      ...['webhook', 'create', '--label', 'All', '--url', receiver.url('/all'), '--visibility', 'content'],
      ...['--operation', 'create', 'delete', '--ordering', 'none', '--latest-only', '--no-derived'],
      ...['--max-concurrency', '8', '--max-per-second', '20', '--payload', 'thin', '--format', 'cloudevents'],
      ...['--header', 'Authorization: Bearer abc', '--header', 'X-Site: one: two'],
    )) as CreatedWebhook;

    expect(await workplace.json('webhook', 'show', id)).toMatchObject({
      ...{ operations: ['create', 'delete'], ordering: 'none', latestOnly: true, includeDerived: false },
      ...{ maxConcurrency: 8, maxPerSecond: 20, payload: 'thin', format: 'cloudevents' },
      headerNames: ['Authorization', 'X-Site'],
    });
    await workplace.json('webhook', 'test', id);
    expect(receiver.of('/all')[0]!.headers).toMatchObject({
      authorization: 'Bearer abc',
      'x-site': 'one: two',
    });

    const changed = ['--no-latest-only', '--derived', '--max-per-second', 'none', '--header', ''];
    expect(await workplace.json('webhook', 'update', id, ...changed)).toMatchObject({
      ...{ ordering: 'none', latestOnly: false, includeDerived: true, maxPerSecond: null, headerNames: [] },
    });
    for (const wrong of [
      ['--max-concurrency', '1e1'],
      ['--max-per-second', '-1'],
      ['--header', 'Authorization'],
    ])
      expect(await workplace.run('webhook', 'update', id, ...wrong)).toMatchObject({ code: 2 });
    expect(await workplace.json('webhook', 'show', id)).toMatchObject({ maxConcurrency: 8 });
  });

  it('call an endpoint, signed by both secrets after a rotation', async () => {
    const { id, secret } = await create('/tested');
    const rotated = (await workplace.json('webhook', 'rotate-secret', id)) as CreatedWebhook;

    expect((await workplace.run('webhook', 'test', id)).code).toBe(0);

    const [call] = receiver.of('/tested');
    for (const one of [secret, rotated.secret])
      expect(new Webhook(one).verify(call!.body, call!.headers)).toMatchObject({ type: 'webhook.test' });
  });

  it.each(['abc', '', '-1', '1e3', '604801'])(
    'refuse %j as grace time of a secret, which signs as before',
    async (seconds) => {
      const { id, secret } = await create('/kept');
      const refused = await workplace.run('webhook', 'rotate-secret', id, '--grace-seconds', seconds);
      expect(refused.output).toBe('');
      expect(refused.code).toBeGreaterThan(0);

      await workplace.run('webhook', 'test', id);

      const call = receiver.of('/kept').at(-1)!;
      expect(new Webhook(secret).verify(call.body, call.headers)).toMatchObject({ type: 'webhook.test' });
      expect(call.headers['webhook-signature']).not.toContain(' ');
    },
  );

  it('fail when the receiver answers with an error', async () => {
    const { id } = await create('/failing');
    receiver.status = 500;

    expect((await workplace.run('webhook', 'test', id)).code).toBe(1);
  });

  it('start a replay', async () => {
    const { id } = await create('/replayed');
    const replay = ['webhook', 'replay', id, '--from', '2024-01-31T12:00:00Z'];

    const job = (await workplace.json(...replay, '--type', 'entry.deleted')) as { id: string };

    expect(await workplace.json('job', 'show', job.id)).toMatchObject({
      kind: 'webhook.replay',
      parameters: { endpoint: id, types: ['entry.deleted'] },
    });
    expect(await workplace.run('webhook', 'replay', id)).toMatchObject({ code: 2 });
    expect(await workplace.run('webhook', 'replay', id, '--from', 'monday')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('monday'),
    });
  });

  it('list deliveries, and refuse unknown ones', async () => {
    const { id } = await create('/listed');

    expect(await workplace.json('webhook', 'deliveries', id, '--state', 'dead')).toEqual([]);
    expect(await workplace.run('webhook', 'redeliver', id, id)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(id),
    });
    expect(await workplace.run('webhook', 'deliveries', id, '--state', 'done')).toMatchObject({ code: 2 });
  });
});
