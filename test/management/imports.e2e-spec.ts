import type { Json } from '@content-service/kernel';
import { randomUUID } from 'node:crypto';
import { type ClientRequest, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'supertest';
import { SpoolStore } from '@content-service/jobs';
import { ALL_SCOPES, type JobResource, type ManagementClient, ManagedSite } from '../support/managed-site.js';
import { eventually } from '../support/eventually.js';
import { formatProblem, getDetail } from '../support/problems.js';

const IMPORTS = '/manage/imports';
const NDJSON = { 'Content-Type': 'application/x-ndjson' };
const HEADER = { kind: 'header', format: 'content-service/site@1' };
const TALE = {
  kind: 'bundle',
  entityType: 'node',
  bundle: 'tale',
  label: 'Tale',
  fields: [
    {
      name: 'field_next',
      type: 'entity_reference',
      label: 'Next',
      settings: { targetTypes: ['node--tale'] },
    },
  ],
};
const TYPE = 'node--tale';

/** @param next the id of the entry that it refers to */
const tale = (id: string, title: unknown, next?: string): object => ({
  kind: 'entry',
  published: true,
  resource: {
    type: TYPE,
    id,
    attributes: { title },
    ...(next === undefined ? {} : { relationships: { field_next: { data: { type: TYPE, id: next } } } }),
  },
});

const serialize = (...lines: readonly object[]): string =>
  lines.map((line) => JSON.stringify(line)).join('\n');

describe('POST /manage/imports', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeEach(async () => {
    site = await ManagedSite.start({ IMPORT_LIMIT_BYTES: '1000000' });
    manager = await site.administrator();
  });
  afterEach(() => site.stop());

  const upload = (body: string, client = manager, headers: object = NDJSON): Promise<Response> =>
    client.post(IMPORTS, body, headers as Record<string, string>);
  const load = async (body: string, client = manager): Promise<JobResource> =>
    client.waitForJobEnd(await upload(body, client));

  it('imports bundles and entries, and references to later lines, and records it once', async () => {
    const ids = Array.from({ length: 250 }, () => randomUUID());

    const answer = await upload(
      serialize(HEADER, TALE, ...ids.map((id, n) => tale(id, `Tale ${n}`, ids[n + 1]))),
    );

    expect([200, 202]).toContain(answer.status);
    if (answer.status === 202)
      expect(answer.headers['location']).toMatch(`/manage/jobs/${String(answer.body.id)}`);
    const job = await manager.waitForJobEnd(answer);
    expect(job).toMatchObject({
      ...{ kind: 'site.import', state: 'succeeded', done: 252, total: 252, error: null },
      actor: { clientId: manager.id },
      result: {
        ...{ lines: 252, bundles: 1, inserted: 250, updated: 0, unchanged: 0 },
        ...{ problems: 0, warnings: 0, firstProblems: [], firstWarnings: [] },
      },
    });
    expect(await findNext(ids[99] ?? '')).toBe(ids[100]);
    const { body: log } = await manager.get('/manage/audit-log?action=site.imported');
    expect(log.items).toMatchObject([
      { who: { clientId: manager.id }, details: { bundles: 1, inserted: 250, updated: 0, problems: 0 } },
    ]);
  });

  it('deletes the uploaded package at the end', async () => {
    const job = await load(serialize(HEADER));

    const { upload: spool } = (job as unknown as { parameters: { upload: string } }).parameters;
    expect(await site.app.nest.get(SpoolStore).find(spool, 0)).toBeUndefined();
  });

  it('counts lines that cannot be imported, and names the first with their places', async () => {
    const [first, second, missing] = [randomUUID(), randomUUID(), randomUUID()];

    const { result } = await load(
      [serialize(HEADER, TALE, tale(first, null)), '{', '', serialize(tale(second, 'Two', missing))].join(
        '\n',
      ),
    );

    expect(result).toMatchObject({
      ...{ lines: 6, inserted: 1, problems: 2, warnings: 1 },
      firstProblems: [
        { line: 3, entry: first, message: expect.any(String) },
        { line: 4, message: 'This is not JSON.' },
      ],
      firstWarnings: [{ line: 6, entry: second }],
    });
  });

  it('counts a line that nests too deep like other faulty lines', async () => {
    const deep = '['.repeat(500_000);
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const wrapped = JSON.stringify(tale(randomUUID(), 'TITLE')).replace('"TITLE"', nested);

    const job = await load(
      [serialize(HEADER, TALE), deep, wrapped, serialize(tale(randomUUID(), 'One'))].join('\n'),
    );

    const message = 'This nests deeper than 64 levels.';
    expect(job).toMatchObject({
      state: 'succeeded',
      result: {
        ...{ lines: 5, inserted: 1, problems: 2 },
        firstProblems: [
          { line: 3, message },
          { line: 4, message },
        ],
      },
    });
  });

  it('imports the same package again without a change', async () => {
    const body = serialize(HEADER, TALE, tale(randomUUID(), 'One'), tale(randomUUID(), 'Two'));
    const first = await load(body);

    expect(first).toMatchObject({ state: 'succeeded', done: 4, total: 4, result: { inserted: 2 } });
    expect((await load(body)).result).toMatchObject({ bundles: 0, inserted: 0, updated: 0, unchanged: 2 });
  });

  it.each([
    ['', '422 no_site_package'],
    ['\n', '422 no_site_package'],
    [serialize(TALE), '422 no_site_package'],
    ['{"kind":"header","format":"other"}', '422 no_site_package'],
    [`${serialize(TALE)}\n${'x'.repeat(900_000)}`, '422 no_site_package'],
    [`${serialize(HEADER)}\n${'x'.repeat(1_000_000)}`, '413 body_too_large'],
  ])('is refused with the body %.40j: %s', async (body, problem) => {
    expect(formatProblem(await upload(body))).toBe(problem);
    expect((await manager.get('/manage/jobs?kind=site.import')).body.items).toEqual([]);
  });

  it('of a client is refused while its last one arrives, and possible after the end of that', async () => {
    const editor = await site.withScopes('content:administer');
    let arriving = await startUpload();
    await eventually(async () => {
      // The other request may have taken the place before.
      if (arriving.destroyed) arriving = await startUpload();
      return formatProblem(await upload('{}')) === '409 upload_running';
    });

    expect(formatProblem(await upload('{}', editor))).toBe('422 no_site_package');
    arriving.destroy();
    await eventually(async () => formatProblem(await upload('{}')) === '422 no_site_package');
  });

  /** Sends the beginning of a package and keeps the request open, unless it is refused. */
  async function startUpload(): Promise<ClientRequest> {
    const { port } = site.app.nest.getHttpServer().address() as AddressInfo;
    const headers = { ...NDJSON, Authorization: `Bearer ${await site.issueToken(manager.id)}` };
    const sent = httpRequest({ port, path: IMPORTS, method: 'POST', headers });
    sent.on('error', () => undefined).on('response', () => sent.destroy());
    sent.write(`${serialize(HEADER)}\n`);
    return sent;
  }

  it.each([
    ['text/html', {}],
    ['application/x-ndjson', { 'Content-Encoding': 'gzip' }],
  ])('is 415 with the Content-Type %s and %j', async (type, headers) => {
    const answer = await upload(serialize(HEADER), manager, { 'Content-Type': type, ...headers });

    expect(formatProblem(answer)).toBe('415 unsupported_media_type');
  });

  it('refuses the lines whose scopes the token lacks', async () => {
    const user = { kind: 'user', id: randomUUID(), name: 'ada' };
    const body = serialize(HEADER, TALE, tale(randomUUID(), 'One'), user);
    await load(body);
    const messages = async (...scopes: string[]): Promise<unknown> => {
      const { firstProblems } = (await load(body, await site.withScopes(...scopes))).result;
      return (firstProblems as { line: number }[]).map(({ line }) => line);
    };

    expect(await messages('content:administer')).toEqual([2, 4]);
    expect(await messages('content_type:administer', 'content_type:administer_fields')).toEqual([3, 4]);
    expect(await messages('content_type:administer')).toEqual([2, 3, 4]);
    expect(await messages(...ALL_SCOPES)).toEqual([]);
  });

  it('refuses users and files, also as entries, and bytes without the scope for the site', async () => {
    const { id } = await site.oauth.user();
    const profile = { type: 'user--user', id, attributes: { display_name: 'Changed' } };
    const file = { type: 'file--file', id: randomUUID(), attributes: { uri: 'public://sea.jpg' } };
    const bytes = { kind: 'bytes', id: file.id, offset: 0, data: 'eA==' };
    const entries = [profile, file].map((resource) => ({ kind: 'entry', resource }));
    const body = serialize(HEADER, bytes, ...entries);

    const refused = await load(body, await site.withScopes('content:administer'));
    const imported = await load(body);

    const message = expect.stringContaining("'site_settings:administer'");
    expect(refused.result).toMatchObject({
      ...{ inserted: 0, updated: 0, problems: 3 },
      firstProblems: [2, 3, 4].map((line) => ({ line, message })),
    });
    expect(imported.result).toMatchObject({ inserted: 1, updated: 1, problems: 0 });
  });

  it('takes over when an entry was changed with the scope for the site only', async () => {
    const id = randomUUID();
    const line = (title: string): object => {
      const { resource, ...rest } = tale(id, title) as { resource: { attributes: object } };
      const attributes = {
        ...resource.attributes,
        created: '1990-01-01T00:00:00Z',
        changed: '2099-01-01T00:00:00Z',
      };
      return { ...rest, resource: { ...resource, attributes } };
    };
    const editor = await site.withScopes('content:administer');
    const readChanged = async (): Promise<unknown> => {
      const { body } = await site.app.api.asAdministrator().get(`/api/node/tale/${id}`);
      return (body as { data: { attributes: { changed: string } } }).data.attributes.changed;
    };
    await load(serialize(HEADER, TALE));

    await load(serialize(HEADER, line('One')), editor);
    const inserted = await readChanged();
    site.app.clock.advance(60);
    const again = await load(serialize(HEADER, line('One')), editor);
    await load(serialize(HEADER, line('Two')), editor);
    const updated = await readChanged();
    site.app.clock.advance(-60);
    await load(serialize(HEADER, line('Two')));

    expect(again.result).toMatchObject({ unchanged: 1, updated: 0 });
    expect(Date.parse(String(updated)) - Date.parse(String(inserted))).toBe(60_000);
    expect(await readChanged()).toBe('2099-01-01T00:00:00+00:00');
  });

  it.each<Json>([
    ...['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x'],
    { value: 'public://a.png', url: 'javascript:alert(1)' },
    { value: 'data:text/html,x', url: '/files/a.png' },
  ])('refuses a file with the URI %j', async (uri) => {
    const resource = { type: 'file--file', id: randomUUID(), attributes: { uri } };

    const { result } = await load(serialize(HEADER, { kind: 'entry', resource }));

    expect(result).toMatchObject({
      inserted: 0,
      firstProblems: [{ line: 2, message: expect.stringContaining('must not execute code') }],
    });
  });

  it('refuses entries while writes are not allowed', async () => {
    await manager.patch('/manage/settings/jsonapi', { allowedOperations: 'read_only' });

    const { result } = await load(serialize(HEADER, TALE, tale(randomUUID(), 'One')));

    expect(result).toMatchObject({ bundles: 1, inserted: 0, problems: 1 });
  });

  it('is 401 without a token and 403 with another scope', async () => {
    const answer = await upload(serialize(HEADER), await site.withScopes('menu:administer'));

    expect(formatProblem(await upload(serialize(HEADER), site.anonymous()))).toBe('401 token_required');
    expect([formatProblem(answer), getDetail(answer)]).toEqual([
      '403 scope_missing',
      expect.stringContaining('content:administer'),
    ]);
  });

  async function findNext(id: string): Promise<string | undefined> {
    const { body } = await site.app.api.asAdministrator().get(`/api/node/tale/${id}`);
    return (body as { data: { relationships: { field_next: { data: { id: string } | null } } } }).data
      .relationships.field_next.data?.id;
  }
});

describe('POST /manage/imports while no process runs jobs', () => {
  let site: ManagedSite;
  beforeAll(async () => {
    site = await ManagedSite.start({ JOB_CONCURRENCY: '0' });
  });
  afterAll(() => site.stop());

  it('is 202, then 409 until the job is cancelled by its client', async () => {
    const editor = await site.withScopes('content:administer');
    const body = serialize(HEADER);

    const answer = await editor.post(IMPORTS, body, NDJSON);
    const second = await (await site.administrator()).post(IMPORTS, body, NDJSON);

    expect([answer.status, answer.body.state]).toEqual([202, 'queued']);
    expect([formatProblem(second), second.body.job]).toEqual(['409 job_running', answer.body.id]);
    const path = `/manage/jobs/${String(answer.body.id)}`;
    expect((await editor.patch(path, { action: 'cancel' })).status).toBe(200);
    expect((await editor.post(IMPORTS, body, NDJSON)).status).toBe(202);
  });
});
