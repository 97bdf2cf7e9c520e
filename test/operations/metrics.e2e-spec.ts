import { jest } from '@jest/globals';
import request from 'supertest';
import { MetricsServer } from '@content-service/app';
import { EventSequencer } from '@content-service/events';
import { createJob, JobStore } from '@content-service/jobs';
import { IdGenerator } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { WebhookService } from '@content-service/webhooks';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';

const SERIES_MAXIMUM = 2000;
/** 34 label sets of alerts, 21 others and 10 of (other) routes with 16 series each. */
const REQUEST_SERIES_MAXIMUM = 65 * 16;
/** See database-metrics.spec.ts. */
const STATEMENT_SERIES_MAXIMUM = 610;
/** Four kinds of garbage collections with 9 series each, of which a process has those that happened. */
const COLLECTION_SERIES_MAXIMUM = 4 * 9;

describe('GET /metrics', () => {
  let app: TestApp;
  let metricsUrl: string;
  beforeAll(async () => {
    const port = String(await freePort());
    metricsUrl = `http://127.0.0.1:${port}`;
    app = await startApp({ METRICS_PORT: port });
    await app.nest.get(MetricsServer).start();
  });
  afterAll(() => app.stop());

  it('has the duration of requests by method, route pattern and status', async () => {
    const article = await app.site.article();
    await app.api.asReader().get(`/api/node/article/${article.id}`);
    await app.api.asReader().get('/api/node/article/00000000-0000-4000-8000-000000000000');

    const route = 'http_route="/api/:entityType/:bundle/:id"';
    expect(
      await readValue(
        `http_server_request_duration_seconds_count{http_request_method="GET",${route},http_response_status_code="200"}`,
      ),
    ).toBe(1);
    expect(
      await readValue(
        `http_server_request_duration_seconds_count{http_request_method="GET",${route},http_response_status_code="404"}`,
      ),
    ).toBe(1);
  });

  it('has the number of events without a position and the lag of the sequencer', async () => {
    await app.nest.get(EventSequencer).stop();
    await app.site.article();
    app.clock.advance(30);

    expect(await readValue('content_service_events_unsequenced')).toBeGreaterThan(0);
    expect(await readValue('content_service_event_lag_seconds{consumer="log"}')).toBeGreaterThanOrEqual(30);
  });

  it('has the duration of database statements by verb and table', async () => {
    await app.site.article();

    const lines = await readLines();
    const summaries = lines.flatMap((line) => {
      const summary = /^db_client_operation_duration_seconds_count\{.*db_query_summary="(?<name>[^"]*)"/.exec(
        line,
      );
      return summary?.groups?.['name'] ?? [];
    });

    expect(summaries).toEqual(expect.arrayContaining(['SELECT entry', 'INSERT entry', 'COMMIT']));
  });

  it('counts issued tokens, writes of entries and refused access from 0', async () => {
    const { events } = {
      events: (action: string) => `content_service_audit_events_total{action="${action}"}`,
    };
    const before = await readValue(events('entry.deleted'));
    const article = await app.site.article();
    await app.api.asAdministrator().delete(`/api/node/article/${article.id}`);

    expect(before).toBe(0);
    expect(await readValue(events('entry.deleted'))).toBe(1);
    expect(await readValue(events('token.issued'))).toBeGreaterThan(0);
    expect(await readValue(events('key.rotated'))).toBe(0);
  });

  it('counts requests refused by a rate limit by its policy', async () => {
    await app.site.settings({
      rateLimits: { anonymous: { quota: 1, windowSeconds: 60 } },
      publicAccess: true,
    });
    await app.api.asAnonymous().get('/api/node/article');
    const refused = await app.api.asAnonymous().get('/api/node/article');
    await app.site.settings({ rateLimits: 'none' });

    expect(refused.status).toBe(429);
    expect(await readValue('content_service_rate_limited_total{policy="anonymous"}')).toBe(1);
  });

  it('has at most 2,000 series, whatever paths and methods were requested', async () => {
    for (const method of ['get', 'post', 'patch', 'delete'] as const)
      for (const path of PATHS) await app.api.asAnonymous().send(method, path);
    for (let n = 0; n < 300; n++) await app.api.asAnonymous().get(`/api/node/bundle_${n}/x${n}?a=${n}`);

    const lines = await readLines();

    expect(lines.length).toBeLessThanOrEqual(SERIES_MAXIMUM);
    // Also when all label sets are used that there can be of requests, statements and garbage collections.
    const varying = /^(http_server_request_duration|db_client_operation|nodejs_gc_duration)/;
    const others = lines.filter((line) => !varying.test(line));
    expect(
      others.length + REQUEST_SERIES_MAXIMUM + STATEMENT_SERIES_MAXIMUM + COLLECTION_SERIES_MAXIMUM,
    ).toBeLessThanOrEqual(SERIES_MAXIMUM);
    expect(lines.join()).not.toContain('bundle_7');
    expect(lines.some((line) => line.includes('http_route="(none)"'))).toBe(true);
    expect(lines.some((line) => line.includes('http_route="(other)"'))).toBe(true);
  });

  it('keeps the series that alerts select after requests for hostile paths', async () => {
    const token = 'http_request_method="POST",http_route="/oauth/token",http_response_status_code="401"';
    const relationship =
      'http_request_method="GET",http_route="/api/:entityType/:bundle/:id/relationships/:field"';
    const lines = (await readLines()).join();
    expect(lines).toContain('http_route="(other)"');
    expect(lines).not.toContain(token);

    await requestForeignToken();
    await app.site.settings({ publicAccess: false });
    await app.api.asAnonymous().get('/api/node/article/x/relationships/field_tags');

    expect(await readValue(`http_server_request_duration_seconds_count{${token}}`)).toBe(1);
    expect(
      await readValue(
        `http_server_request_duration_seconds_count{${relationship},http_response_status_code="401"}`,
      ),
    ).toBeGreaterThan(0);
  });

  it('counts refused tokens by reason, from 0', async () => {
    const refusals = (reason: string): Promise<number | undefined> =>
      readValue(`content_service_token_refusals_total{reason="${reason}"}`);
    const before = await refusals('bearer_unverified');
    const [missing, client] = [await refusals('bearer_missing'), await refusals('invalid_client')];

    await app.api.withAuthorization('Bearer e30.e30.x').get('/api/node/article');
    await app.api.asAnonymous().get('/manage/users');
    await requestForeignToken();

    expect(before).toBe(0);
    expect(await refusals('bearer_unverified')).toBe(1);
    expect(await refusals('bearer_missing')).toBe(Number(missing) + 1);
    expect(await refusals('invalid_client')).toBe(Number(client) + 1);
    expect(await refusals('bearer_revoked')).toBe(0);
  });

  it('counts lookups in caches by result', async () => {
    const lookups = (cache: string, result: string): Promise<number | undefined> =>
      readValue(`content_service_cache_lookups_total{cache="${cache}",result="${result}"}`);
    const form = { grant_type: 'client_credentials', client_id: 'reader', client_secret: 's'.repeat(43) };
    const { body } = await request(app.nest.getHttpServer()).post('/oauth/token').type('form').send(form);
    const reader = app.api.withAuthorization(`Bearer ${(body as { access_token: string }).access_token}`);
    await reader.get('/api/node/article');
    const before = [await lookups('access_tokens', 'hit'), await lookups('clients', 'hit')];

    await reader.get('/api/node/article');

    const after = [await lookups('access_tokens', 'hit'), await lookups('clients', 'hit')];
    expect(after[0]).toBe(Number(before[0]) + 1);
    expect(Number(after[1])).toBeGreaterThan(Number(before[1]));
    expect(await lookups('filtered_totals', 'miss')).toBeGreaterThanOrEqual(0);
  });

  it('has jobs by kind and state, open circuits, the version and the age of the last poll', async () => {
    const jobs = (kind: string, state: string): string =>
      `content_service_jobs{kind="${kind}",state="${state}"}`;
    expect(await readValue(jobs('site.import', 'queued'))).toBe(0);
    const id = app.nest.get(IdGenerator).next();
    const now = app.clock.now();
    const job = { kind: 'index.verify', parameters: {}, group: id };
    await app.nest
      .get(JobStore)
      .add(createJob(job, OPERATOR_CONTEXT, id, now), { job: id, token: id, seconds: 60 });

    expect(await readValue(jobs('index.verify', 'running'))).toBe(1);
    const { endpoint } = await app.nest
      .get(WebhookService)
      .create({ label: 'Shop', url: 'https://shop.example/hook' }, 'v1', OPERATOR_CONTEXT);
    const circuit = `content_service_webhooks_open_circuits{webhook="${endpoint.id}",label="Shop"}`;
    expect(await readValue(circuit)).toBe(0);
    expect(await readValue('content_service_generation_age_seconds')).toBeLessThan(60);
    expect((await readLines()).filter((line) => line.startsWith('content_service_build_info'))).toEqual([
      expect.stringContaining(`node="${process.versions.node}"`),
    ]);
  });

  it('has the number of states in the history, read again after ten minutes', async () => {
    const readAgain = (seconds: number): Promise<number | undefined> => {
      app.clock.advance(seconds);
      return readValue('content_service_revisions');
    };
    const { type, id } = await app.site.article();
    const path = `/api/node/article/${id}`;
    const before = Number(await readAgain(600));
    const body = { data: { type, id, attributes: { title: 'Changed' } } };
    expect((await app.api.asAdministrator().patch(path, body)).status).toBe(200);
    expect((await app.api.asAdministrator().delete(path)).status).toBe(204);

    expect(await readAgain(599)).toBe(before);
    expect(await readAgain(1)).toBe(before + 2);
  });

  it('leaves out what the storage does not tell, and has the rest', async () => {
    const failing = jest.spyOn(app.nest.get(JobStore), 'count').mockRejectedValue(new Error('down'));

    const lines = (await readLines()).join();
    failing.mockRestore();

    expect(lines).not.toContain('content_service_jobs{');
    expect(lines).toContain('content_service_webhooks_open_circuits{');
    expect(await readText()).toContain('content_service_jobs{');
  });

  it('is not on the public port, and the metrics port has nothing else', async () => {
    expect((await app.api.asAnonymous().get('/metrics')).status).toBe(404);
    expect((await fetch(`${metricsUrl}/api`)).status).toBe(404);
    expect((await fetch(`${metricsUrl}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  async function requestForeignToken(): Promise<void> {
    const form = { grant_type: 'client_credentials', client_id: 'nothing', client_secret: 'nothing' };
    await request(app.nest.getHttpServer()).post('/oauth/token').type('form').send(form).expect(401);
  }

  async function readText(): Promise<string> {
    const response = await fetch(`${metricsUrl}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return response.text();
  }

  async function readLines(): Promise<string[]> {
    return (await readText()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  }

  async function readValue(series: string): Promise<number | undefined> {
    const line = (await readLines()).find((text) => text.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  }
});

/** Paths of all interfaces; most answer 401, 404 or 405 to an anonymous client. */
const PATHS = [
  '/api',
  '/api/node/article',
  '/api/node/article/x',
  '/api/node/article/x/field_tags',
  '/api/node/article/x/relationships/field_tags',
  '/api/operations',
  '/router/translate-path',
  '/subrequests',
  '/next/draft-url',
  '/oauth/token',
  '/oauth/authorize',
  '/oauth/revoke',
  '/oauth/introspect',
  '/.well-known/jwks.json',
  '/user/login',
  '/user/logout',
  '/user/password',
  '/health/live',
  '/health/ready',
  '/openapi.json',
  '/docs',
  '/admin',
  '/nothing',
  ...['api-clients', 'users', 'roles', 'settings', 'bundles/node', 'keys', 'audit-log', 'scopes'].flatMap(
    (name) => [`/manage/${name}`, `/manage/${name}/x`, `/manage/${name}/x/y`],
  ),
];
