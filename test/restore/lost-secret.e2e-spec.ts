import { existsSync } from 'node:fs';
import { type CommandResult, Workplace } from '../cli/workplace.js';
import { Runbook } from '../operations/runbook.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { fillSite, Workshop } from './backup-site.js';

const NEW_SECRET = 'n'.repeat(40);

describe('a site whose KEY_SECRET is lost', () => {
  const workshop = new Workshop();
  const runbook = new Runbook('tokens-fail');
  let old: string;
  beforeAll(async () => {
    ({ url: old } = await workshop.database('sqlite'));
    await fillSite(workshop, old);
  });
  afterAll(() => workshop.remove());

  const run = async (
    variables: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<CommandResult> => {
    const workplace = new Workplace({ KEY_SECRET: NEW_SECRET, ...variables });
    try {
      return await workplace.run(...args);
    } finally {
      workplace.remove();
    }
  };

  it('says so in one sentence', async () => {
    for (const command of ['settings get', 'rotate-keys --revoke', 'serve']) {
      const { code, output, errors } = await run(
        { DATABASE_URL: old, LOG_LEVEL: 'info' },
        ...command.split(' '),
      );

      expect([code, output]).toEqual([1, '']);
      expect(errors).toMatch(/^content-service: KEY_SECRET does not open the signing key '[^']+': [^\n]+\n$/);
    }
  });

  it('works again in a new database by the steps of tokens-fail.md', async () => {
    const { url } = await workshop.database('sqlite');
    const command = (beginning: string): readonly string[] =>
      runbook
        .line(`content-service ${beginning}`)
        .replace('/var/backups/lost-secret.tar.gz', workshop.path('lost-secret.tar.gz'))
        .split(' ')
        .slice(1);

    const saved = await run({ DATABASE_URL: old }, ...command('backup --with-credentials'));
    const restored = await run({ DATABASE_URL: url }, ...command('restore'));

    expect([saved.code, restored.code]).toEqual([0, 0]);
    expect(restored.output).toContain(
      runbook.quote('KEY_SECRET does not open the signing keys of the backup'),
    );
    expect(restored.output).toContain('89 entries, 5 bundles, 2 users, 1 roles, 1 API clients, 1 webhooks');
    const listed = await run({ DATABASE_URL: url }, 'webhook', 'list', '--json');
    const webhooks = JSON.parse(listed.output) as readonly { id: string }[];
    for (const name of ['rotate-secret', 'update'] as const) {
      const [id = ''] = webhooks.map((webhook) => webhook.id);
      const step = runbook.quote(
        `content-service webhook ${name} <id>${name === 'update' ? ' --enable' : ''}`,
      );
      const [, ...args] = step.replace('<id>', id).split(' ');
      expect(await run({ DATABASE_URL: url }, ...args)).toMatchObject({ code: 0 });
    }
    const service = await startService(url, { KEY_SECRET: NEW_SECRET });
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...FIRST_CLIENT });
    const token = await fetch(`${service.url}/oauth/token`, { method: 'POST', body });
    await service.stop();

    expect(token.status).toBe(200);
  });
});

describe('restore-drill', () => {
  const workshop = new Workshop();
  const site = workshop.path('site.tar.gz');
  beforeAll(async () => {
    const { url } = await workshop.database('sqlite');
    await workshop.json(url, 'demo');
    await workshop.json(url, 'backup', site, '--with-credentials');
    await workshop.json(url, 'backup', workshop.path('content.tar.gz'));
  });
  afterAll(() => workshop.remove());

  const drill = async (
    file: string,
    variables: Readonly<Record<string, string>>,
    ...options: readonly string[]
  ): Promise<unknown> => {
    const workplace = new Workplace(variables);
    const result = await workplace.run('restore-drill', workshop.path(file), ...options);
    const isCreated = existsSync(workplace.path('content.sqlite'));
    workplace.remove();
    return { ...result, isCreated };
  };

  const verdict = expect.stringMatching(
    /^Restored in [\d.]+ s: 88 entries, [^\n]+; 88 entries compared\.\n$/,
  );

  it.each<[string, Readonly<Record<string, string>>]>([
    ['an embedded database', {}],
    [
      'workers on a server that cannot be reached',
      { DATABASE_URL: 'mariadb://content:password@127.0.0.1:1/content', WORKERS: '2', DATABASE_HOSTS: 'any' },
    ],
    ['a part of the roles', { DATABASE_URL: 'postgres://content@127.0.0.1:1/content', ROLES: 'worker' }],
    [
      'adapters and replicas',
      {
        ...{ STORAGE_ADAPTER: './missing.js', EVENT_SINK_ADAPTER: './missing.js', BROKER_URL: 'x://broker' },
        ...{
          DATABASE_REPLICA_URLS: 'postgres://content@127.0.0.1:1/content',
          REDIS_URL: 'redis://127.0.0.1:1',
        },
      },
    ],
    [
      'every interface of the machine',
      { HOST: '0.0.0.0', PURGE_DRIVER: 'varnish', RATE_LIMIT_STORE: 'redis' },
    ],
  ])('works with the variables of a service of %s, and asks for nothing', async (_, variables) => {
    for (const file of ['site.tar.gz', 'content.tar.gz'])
      expect(await drill(file, variables)).toEqual({
        code: 0,
        output: verdict,
        errors: '',
        isCreated: false,
      });
  });

  it('says that KEY_SECRET does not open the keys of the backup', async () => {
    expect(await drill('site.tar.gz', { KEY_SECRET: NEW_SECRET })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^KEY_SECRET does not open the signing keys of the backup: /) as string,
    });
  });
});
