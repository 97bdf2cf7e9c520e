import { Tracing } from '@content-service/app';
import { JobService } from '@content-service/jobs';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { WebhookService } from '@content-service/webhooks';
import { startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { Receiver } from '../support/receiver.js';
import { type CollectedSpan, TraceCollector } from '../support/trace-collector.js';

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${CALLER.trace}-${CALLER.span}-01`;
const MISSING = '/api/node/article/00000000-0000-4000-8000-000000000000';
const SECRET_TITLE = 'A title that no span may contain';

describe('an application with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: TraceCollector;
  let cache: Receiver;
  let app: TestApp;
  let created: readonly CollectedSpan[];
  beforeAll(async () => {
    collector = await TraceCollector.start();
    cache = await Receiver.start();
    app = await startApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b',
      OTEL_SERVICE_NAME: 'content-test',
      OTEL_TRACES_SAMPLER_ARG: '1',
      CACHE_TAGS: 'surrogate-key',
      PURGE_DRIVER: 'varnish',
      PURGE_URL: cache.url('/'),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    const data = { type: 'node--article', attributes: { title: SECRET_TITLE } };
    await app.api.asAdministrator().post('/api/node/article', { data }, { traceparent: TRACEPARENT });
    await app.nest.get(Tracing).flush();
    created = collector.ofTrace(CALLER.trace);
  });
  afterAll(async () => {
    await app.stop();
    await collector.stop();
    await cache.stop();
  });

  it('continues the trace of the header traceparent with a span of the request', () => {
    const [span, ...others] = created.filter(({ parentSpanId }) => parentSpanId === CALLER.span);

    expect(others).toEqual([]);
    expect(span).toMatchObject({
      name: 'POST /api/:entityType/:bundle',
      kind: 2,
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/:entityType/:bundle',
        'http.response.status_code': 201,
        'url.scheme': 'http',
      },
    });
  });

  it('has a span of the use case inside that of the request', () => {
    expect(getParent(created, 'EntryEditor.create')?.name).toBe('POST /api/:entityType/:bundle');
  });

  it('has a span for each statement with its summary, inside that of the use case', () => {
    const summaries = created.filter(({ kind }) => kind === 3).map(({ name }) => name);

    expect(summaries).toEqual(expect.arrayContaining(['INSERT entry', 'COMMIT']));
    expect(getParent(created, 'COMMIT')?.name).toBe('EntryEditor.perform');
  });

  it('sends no values, paths or ids of entries', () => {
    expect(JSON.stringify(collector.spans)).not.toContain(SECRET_TITLE);
    expect(JSON.stringify(created)).not.toMatch(/\/api\/node\/article/);
  });

  it('sends to /v1/traces with the configured headers and the name of the service', () => {
    expect(collector.requests[0]).toEqual({ url: '/v1/traces', apiKey: 'a b' });
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'content-test' });
  });

  it('has a span for each job', async () => {
    await app.nest
      .get(JobService)
      .request({ kind: 'index.verify', group: 'index', parameters: {} }, OPERATOR_CONTEXT);

    await eventually(async () => {
      await app.nest.get(Tracing).flush();
      return collector.spans.some(({ name }) => name === 'job index.verify');
    });
  });

  it('has a span for each attempt of a webhook, which the receiver can continue', async () => {
    const receiver = await Receiver.start();
    receiver.status = 500;
    const webhooks = app.nest.get(WebhookService);
    const draft = { label: 'Traced', url: receiver.url('/hook') };
    const { endpoint } = await webhooks.create(draft, 'v1', OPERATOR_CONTEXT);

    await webhooks.test(endpoint.id, OPERATOR_CONTEXT);

    await app.nest.get(Tracing).flush();
    await receiver.stop();
    const [span] = collector.spans.filter(({ name }) => name === 'POST');
    expect(span).toMatchObject({
      kind: 3,
      failed: true,
      attributes: {
        'http.request.method': 'POST',
        'server.address': '127.0.0.1',
        'http.response.status_code': 500,
        'error.type': '500',
      },
    });
    // Events that were not processed yet are delivered, too.
    expect(receiver.calls.map(({ headers }) => headers['traceparent'])).toContain(
      `00-${span?.traceId}-${span?.spanId}-01`,
    );
  });

  it('gives the CloudEvents of a change the span of its request as traceparent', async () => {
    const receiver = await Receiver.start();
    const webhooks = app.nest.get(WebhookService);
    const options = { format: 'cloudevents', visibility: 'content' } as const;
    const draft = { label: 'Events', url: receiver.url('/events'), ...options };
    const { endpoint } = await webhooks.create(draft, 'v1', OPERATOR_CONTEXT);

    const data = { type: 'node--article', attributes: { title: 'Trams' } };
    await app.api.asAdministrator().post('/api/node/article', { data }, { traceparent: TRACEPARENT });
    await eventually(() => Promise.resolve(receiver.calls.length > 0));

    await webhooks.delete(endpoint.id, OPERATOR_CONTEXT);
    await receiver.stop();
    await app.nest.get(Tracing).flush();
    const spans = collector.ofTrace(CALLER.trace).filter(({ name }) => name.startsWith('POST /api'));
    const bodies = receiver.calls.map(({ body }) => JSON.parse(body) as { traceparent?: string });
    expect(bodies.map(({ traceparent }) => traceparent)).toContain(
      `00-${CALLER.trace}-${spans.at(-1)?.spanId}-01`,
    );
  });

  it('has a span for each purge of a shared cache, which the cache can continue', async () => {
    // The first purge of a process is of everything.
    await eventually(async () => {
      await app.nest.get(Tracing).flush();
      return collector.spans.some(({ name }) => name === 'HTTP');
    });

    const span = collector.spans.find(({ name }) => name === 'HTTP');
    expect(span).toMatchObject({
      kind: 3,
      failed: false,
      attributes: {
        'http.request.method': '_OTHER',
        'server.address': '127.0.0.1',
        'http.response.status_code': 204,
      },
    });
    const purges = cache.calls.filter(({ method }) => method === 'PURGE');
    expect(purges[0]?.headers).toMatchObject({
      'xkey-purge': expect.stringContaining('model'),
      traceparent: `00-${span?.traceId}-${span?.spanId}-01`,
    });
  });

  it('puts the trace id into error documents', async () => {
    const { body } = await app.api.asReader().get(MISSING, { traceparent: TRACEPARENT });

    expect(body).toMatchObject({ errors: [{ status: '404' }], meta: { trace: CALLER.trace } });
  });

  it('puts a new trace id into the error document of a request without traceparent', async () => {
    const { body } = await app.api.asReader().get(MISSING);

    expect(body.meta.trace).toMatch(/^[0-9a-f]{32}$/);
    expect(body.meta.trace).not.toBe(CALLER.trace);
  });
});

describe('an application without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('puts the trace id of the header traceparent into error documents and problem details', async () => {
    const document = await app.api.asReader().get(MISSING, { traceparent: TRACEPARENT });
    const problem = await app.api.asReader().get('/manage/users', { traceparent: TRACEPARENT });

    expect(document.body).toMatchObject({ errors: [{ status: '404' }], meta: { trace: CALLER.trace } });
    expect(problem.body).toMatchObject({ status: 403, trace: CALLER.trace });
  });

  it.each([
    '',
    'nonsense',
    `ff-${CALLER.trace}-${CALLER.span}-01`,
    `00-${'0'.repeat(32)}-${CALLER.span}-01`,
    `00-${CALLER.trace}-${'0'.repeat(16)}-01`,
  ])('adds nothing to an error document for the header traceparent %s', async (traceparent) => {
    const { body } = await app.api.asReader().get(MISSING, { traceparent });

    expect(body).not.toHaveProperty('meta');
  });
});

describe('an application whose collector is down', () => {
  it('answers requests and stops', async () => {
    const app = await startApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_TRACES_SAMPLER: 'always_on',
    });

    const { status } = await app.api.asReader().get('/api/node/article');

    expect(status).toBe(200);
    await expect(app.stop()).resolves.toBeUndefined();
  });
});

/** The parent of the only span with a name. */
function getParent(spans: readonly CollectedSpan[], name: string): CollectedSpan | undefined {
  const [span, ...others] = spans.filter((one) => one.name === name);
  expect(others).toEqual([]);
  return spans.find(({ spanId }) => spanId === span?.parentSpanId);
}
