/** @needs jq, faketime */
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { BEHIND_ONE_ADDRESS } from '../durability/processes.js';
import { MovedClock } from '../faults/moved-clock.js';
import { ApiClient } from '../support/api-client.js';
import {
  FIRST_CLIENT,
  readCommand,
  runCommand,
  runToEnd,
  type Service,
  startService,
} from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { Receiver } from '../support/receiver.js';
import type { Variables } from '../support/server-process.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Runbook, type Samples, scrape } from './runbook.js';

/** Longer than tokens allow for, shorter than the grace time of a client's secret. */
const SKEW_SECONDS = 600;
const TALLIES = '/api/node/tally';
const ROUTE = '/api/:entityType/:bundle';

/** Receivers of tests are on this machine. */
const WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** How a session keeps others from a table, and what the server shows of those that wait. */
const LOCK =
  process.env['TEST_STORAGE'] === 'postgres'
    ? {
        take: ['BEGIN', 'LOCK TABLE entry IN ACCESS EXCLUSIVE MODE'],
        release: 'COMMIT',
        show: 'SELECT pid',
        sign: '"Lock"',
      }
    : {
        take: ['LOCK TABLES entry WRITE'],
        release: 'UNLOCK TABLES',
        show: 'SHOW FULL PROCESSLIST',
        sign: 'Waiting for table metadata lock',
      };

interface ObservedService extends Service {
  readonly metrics: () => Promise<Samples>;
}

/** An instance is broken; what its runbook says to look at, and nothing else, must lead to the cause. */
describe('docs/runbooks', () => {
  let database: TestDatabase;
  const running = new Set<Service>();
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareSite(database.url);
  });
  afterEach(async () => {
    for (const service of [...running]) await stop(service);
  });
  afterAll(() => database.remove());

  const start = async (variables: Variables = {}, url = database.url): Promise<ObservedService> => {
    const port = String(await freePort());
    const service = await startService(url, {
      ...BEHIND_ONE_ADDRESS,
      LOG_LEVEL: 'info',
      METRICS_PORT: port,
      ...WEBHOOKS,
      ...variables,
    });
    running.add(service);
    return { ...service, metrics: () => scrape(`http://127.0.0.1:${port}/metrics`) };
  };
  const forget = ({ pid }: Service): void => {
    for (const service of running) if (service.pid === pid) running.delete(service);
  };
  /** @returns the log */
  const stop = async (service: Service): Promise<string> => {
    forget(service);
    await service.stop();
    return service.output;
  };
  const kill = async (service: Service): Promise<void> => {
    forget(service);
    await service.kill();
  };

  it('reads-are-slow.md leads from a slow route to the statement and the session that it waits for', async () => {
    const runbook = new Runbook('reads-are-slow');
    const service = await start({ STATEMENT_TIMEOUT_MS: '1000' });
    const api = await createAdministrator(service);
    await api.create('node--tally', { attributes: { title: 'Slow' } });
    const before = await service.metrics();

    const { status, sessions } = await database.connect(async (run) => {
      for (const statement of LOCK.take) await run(statement);
      const answer = api.send('GET', TALLIES);
      let seen = '';
      try {
        await eventually(async () => {
          seen = JSON.stringify(await run(runbook.line(LOCK.show)));
          return seen.includes(LOCK.sign);
        });
        return { status: (await answer).status, sessions: seen };
      } finally {
        await run(LOCK.release);
      }
    });

    expect(status).toBe(503);
    const after = await service.metrics();
    const buckets = runbook.increases('http_server_request_duration_seconds_bucket', before, after);
    // All requests of the route, and those within half a second.
    expect(buckets).toContainEqual([`+Inf GET ${ROUTE}`, 1]);
    expect(buckets.map(([bucket]) => bucket)).not.toContain(`0.5 GET ${ROUTE}`);
    const requests = runbook.increases('http_server_request_duration_seconds_count', before, after);
    expect(requests).toContainEqual([ROUTE, 1]);
    const [slowest] = runbook.increases('db_client_operation_duration_seconds_sum', before, after);
    expect(slowest?.[0]).toMatch(/^SELECT /);
    expect(sessions).toContain(runbook.quote(LOCK.sign.replaceAll('"', '')));
    const [line] = runbook.selectLog('.ms > 500', await stop(service));
    expect(line).toMatchObject({
      ...{ route: ROUTE, client: FIRST_CLIENT.client_id },
      error: runbook.quote('QueryTimeout'),
    });
  });

  it('tokens-fail.md leads to the client whose secret is wrong, and to the process whose secret is', async () => {
    const runbook = new Runbook('tokens-fail');
    const service = await start();
    const before = await service.metrics();

    const refused = await requestToken(service, { ...FIRST_CLIENT, client_secret: 'wrong' });

    const series = 'http_server_request_duration_seconds_count';
    expect(runbook.increases(series, before, await service.metrics())).toEqual([['401', 1]]);
    expect(await refused.text()).toContain(runbook.quote('invalid_client'));
    const [, ...audit] = runbook.line('content-service audit export').replace(/ \|.*/, '').split(' ');
    expect(await readCommand(database.url, ...audit)).toContain(FIRST_CLIENT.client_id);
    const [, ...rotate] = runbook
      .quote('content-service rotate-secret <id> --grace-seconds 3600')
      .replace('<id>', FIRST_CLIENT.client_id)
      .split(' ');
    const credentials = (await runCommand(database.url, ...rotate)) as typeof FIRST_CLIENT;
    await eventually(async () => (await requestToken(service, credentials)).ok);
    expect((await requestToken(service, FIRST_CLIENT)).status).toBe(200);
    const other = await runToEnd(database.url, { KEY_SECRET: 'x'.repeat(32) }, 'serve');
    expect(other.code).not.toBe(0);
    expect(other.errors).toContain(runbook.quote('KEY_SECRET does not open the signing key'));
  });

  it('tokens-fail.md leads to the process whose clock is wrong', async () => {
    const runbook = new Runbook('tokens-fail');
    const clock = new MovedClock(SKEW_SECONDS);
    const [service, ahead] = await Promise.all([start(), start(clock.variables)]);

    const { token = '' } = await createAdministrator(ahead);
    const refused = await new ApiClient(service.url, token).send('GET', TALLIES);

    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain(
      runbook.quote('Access token could not be verified'),
    );
    const claims = readClaims(token);
    runbook.quote('nbf');
    expect(claims.nbf).toBeGreaterThan(Date.now() / 1000 + SKEW_SECONDS / 2);
    runbook.quote('Date');
    const [present, later] = await Promise.all([service, ahead].map(readDate));
    expect(later! - present!).toBeGreaterThan(SKEW_SECONDS / 2);
    clock.remove();
  });

  it('node-is-down.md leads to the process that is gone, and to the database that is', async () => {
    const runbook = new Runbook('node-is-down');
    const proxy = await TcpProxy.start(database.url);
    const [killed, service] = await Promise.all([start(), start({}, proxy.url)]);
    const askHealth = async ({ url }: Service): Promise<readonly unknown[]> => {
      runbook.quote('content-service health');
      const { code, output } = await runToEnd(database.url, { PORT: new URL(url).port }, 'health');
      return [code, output];
    };
    expect(await askHealth(service)).toEqual([0, 'The service is ready.\n']);

    await kill(killed);
    expect(await askHealth(killed)).toEqual([1, expect.stringContaining('does not answer')]);

    const api = await createAdministrator(service);
    expect((await api.send('GET', TALLIES)).status).toBe(200);
    await proxy.cut();
    await eventually(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    const [code, output] = await askHealth(service);
    expect([code, output]).toEqual([1, expect.stringContaining(runbook.quote('storage'))]);
    expect((await fetch(service.url + runbook.quote('/health/live'))).status).toBe(200);
    const answer = await api.send('GET', TALLIES);
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining(runbook.quote('store_unavailable')),
    ]);
    const started = await runToEnd(proxy.url, { DATABASE_WAIT_SECONDS: '0' }, 'serve');
    expect(started.errors).toContain(runbook.quote('The database of DATABASE_URL cannot be opened: '));

    await proxy.listen();
    await eventually(async () => (await fetch(`${service.url}/health/ready`)).ok);
    await stop(service);
    await proxy.cut();
  });

  it('events-are-late.md leads to the paused consumer', async () => {
    const runbook = new Runbook('events-are-late');
    const receiver = await Receiver.start();
    const service = await start();
    const api = await createAdministrator(service);
    const lagOf = (consumer: string): string =>
      `${runbook.quote('content_service_event_lag_seconds')}{consumer="${consumer}"}`;
    const lag = lagOf('webhooks');
    // The webhook gets no events of other tests.
    await eventually(async () => {
      const samples = await service.metrics();
      return samples.get(lagOf('log')) === 0 && samples.get(lag) === 0;
    });
    const endpoint = { label: 'Late', url: receiver.url('/events'), visibility: 'content' };
    const { id } = (await send(api, 'POST', '/manage/webhooks', endpoint)) as { readonly id: string };

    await send(api, 'PATCH', '/manage/consumers/webhooks', { paused: true });
    await api.create('node--tally', { attributes: { title: 'Late' } });
    await eventually(async () => ((await service.metrics()).get(lag) ?? 0) > 1);
    const consumers = await send(api, 'GET', '/manage/consumers');
    const rows = runbook.selectBody('/manage/consumers', consumers) as readonly (readonly unknown[])[];
    expect(rows.find(([name]) => name === 'webhooks')?.slice(0, 2)).toEqual(['webhooks', 'paused']);
    const resumed = JSON.parse(runbook.quote('{"paused": false}')) as object;
    await send(api, 'PATCH', '/manage/consumers/webhooks', resumed);
    await eventually(async () => (await service.metrics()).get(lag) === 0);

    // Its receiver is not there for other tests.
    await send(api, 'DELETE', `/manage/webhooks/${id}`);
    await stop(service);
    await receiver.stop();
  });

  it('webhooks-fail.md leads to the dead deliveries, and to their redelivery and replay', async () => {
    const runbook = new Runbook('webhooks-fail');
    const receiver = await Receiver.start();
    receiver.status = 404;
    const service = await start({ [runbook.quote('WEBHOOK_RETRY_SCHEDULE')]: '1' });
    const api = await createAdministrator(service);
    const run = (command: string, ...ids: readonly string[]): Promise<unknown> => {
      const [, ...words] = runbook.line(command).split(' ');
      let used = 0;
      return runCommand(
        database.url,
        ...words.map((word) => (/^<.*>$/.test(word) ? (ids[used++] ?? '') : word)),
      );
    };
    const endpoint = { label: 'Dead', url: receiver.url('/events'), types: ['entry.created'] };
    const { id } = (await send(api, 'POST', '/manage/webhooks', {
      ...{ ...endpoint, visibility: 'content' },
    })) as { readonly id: string };
    const list = async (state: string): Promise<readonly (readonly unknown[])[]> => {
      const body = await send(api, 'GET', `/manage/webhooks/${id}/deliveries?state=${state}`);
      return runbook.selectBody('/deliveries?state=dead', body) as readonly (readonly unknown[])[];
    };
    const before = await service.metrics();
    const since = new Date(Date.now() - 1000).toISOString();

    for (const title of ['First', 'Second']) await api.create('node--tally', { attributes: { title } });
    await eventually(async () => (await list('dead')).length === 2);

    const outcomes = runbook.increases(
      'content_service_webhook_deliveries_total',
      before,
      await service.metrics(),
    );
    expect(outcomes).toEqual([['failed', 4]]);
    const webhooks = runbook.selectBody('/manage/webhooks | jq', await send(api, 'GET', '/manage/webhooks'));
    expect(webhooks).toContainEqual([id, 'Dead', 'closed', expect.any(String), null]);
    const [[delivery] = []] = await list('dead');
    expect(await list('dead')).toEqual(
      Array(2).fill([expect.any(String), 'entry.created', expect.any(String), 2, 404, null]),
    );

    receiver.status = 204;
    const [, ...test] = runbook.line('content-service webhook test').replace('<id>', id).split(' ');
    expect(await runToEnd(database.url, WEBHOOKS, ...test)).toMatchObject({
      code: 0,
      output: 'The receiver answered 204.\n',
    });
    runbook.quote('content-service webhook redeliver <id> <delivery>');
    await runCommand(database.url, 'webhook', 'redeliver', id, String(delivery));
    await eventually(async () => (await list('delivered')).length === 1);
    expect(
      await run('content-service webhook replay <id> --dry-run --from <time> --state dead', id, since),
    ).toEqual({
      events: { minimum: 1, maximum: 1 },
    });
    await run('content-service webhook replay <id> --from <time> --state dead', id, since);
    await eventually(async () => (await list('delivered')).length === 2);
    const open = runbook.quote('content_service_webhooks_open_circuits');
    const series = `${open}{webhook="${id}",label="Dead"}`;
    await eventually(async () => (await service.metrics()).get(series) === 0);

    await stop(service);
    await receiver.stop();
  });

  it('events-are-late.md leads to the process that holds the lease of the log and is stuck', async () => {
    const runbook = new Runbook('events-are-late');
    const first = await start();
    const next = await start();
    const api = await createAdministrator(next);
    const series = `${runbook.quote('content_service_event_lag_seconds')}{consumer="log"}`;
    const findHolder = async (): Promise<unknown> => {
      const rows = runbook.selectBody('/manage/consumers', await send(api, 'GET', '/manage/consumers'));
      return (rows as readonly (readonly unknown[])[]).find(([name]) => name === 'log')?.[3];
    };
    await eventually(async () => (await findHolder()) !== null);
    const holder = String(await findHolder());
    expect(holder).toContain(String(first.pid));

    process.kill(first.pid, 'SIGSTOP');
    try {
      await api.create('node--tally', { attributes: { title: 'Late' } });
      await eventually(async () => ((await next.metrics()).get(series) ?? 0) > 1);
    } finally {
      await kill(first);
    }
    await eventually(async () => (await next.metrics()).get(series) === 0);
    expect(await findHolder()).toContain(String(next.pid));
  });
});

function requestToken({ url }: Service, credentials: typeof FIRST_CLIENT): Promise<Response> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
  return fetch(`${url}/oauth/token`, { method: 'POST', body });
}

function readClaims(token: string): { readonly nbf: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { nbf: number };
}

/** UNIX seconds of the header `Date`. */
async function readDate({ url }: Service): Promise<number> {
  return Date.parse((await fetch(`${url}/health/live`)).headers.get('date') ?? '') / 1000;
}

async function send(api: ApiClient, method: string, path: string, document?: object): Promise<unknown> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const answer = await api.send(method, path, { ...(document && { document }), headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
