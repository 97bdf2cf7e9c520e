import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { getDetail, formatErrorPointers, formatProblem } from '../support/problems.js';

const BUNDLES = '/manage/bundles';
const text = (name: string, rest: object = {}): object => ({ name, type: 'string', label: name, ...rest });

describe('/manage/bundles', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  let created = 0;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  /** @returns its machine name */
  const make = async (changes: object = {}): Promise<string> => {
    const bundle = `bundle_${++created}`;
    await manager.post(BUNDLES, { entityType: 'node', bundle, label: bundle, ...changes });
    return bundle;
  };
  const addEntry = (bundle: string, attributes: object = {}): Promise<{ status: number }> =>
    site.app.api.asAdministrator().post(`/api/node/${bundle}`, {
      data: { type: `node--${bundle}`, attributes: { title: 'One', ...attributes } },
    });

  it('POST creates a bundle', async () => {
    const answer = await manager.post(BUNDLES, {
      entityType: 'node',
      bundle: 'recipe',
      label: 'Recipe',
      description: 'What to cook.',
      fields: [
        text('field_diet'),
        { name: 'steps', type: 'string_long', label: 'Steps', required: true, cardinality: -1 },
      ],
    });

    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(`${site.oauth.url}${BUNDLES}/node/recipe`);
    expect(answer.body).toMatchObject({
      entityType: 'node',
      bundle: 'recipe',
      type: 'node--recipe',
      label: 'Recipe',
      description: 'What to cook.',
      entries: 0,
      fields: [
        {
          name: 'field_diet',
          type: 'string',
          label: 'field_diet',
          required: false,
          cardinality: 1,
          settings: {},
        },
        { name: 'steps', type: 'string_long', label: 'Steps', required: true, cardinality: -1, settings: {} },
      ],
    });
    expect(answer.body.baseFields[0]).toEqual({
      name: 'title',
      type: 'string',
      label: 'title',
      required: true,
      cardinality: 1,
      settings: { maxLength: 255 },
    });
    const shown = await manager.get(`${BUNDLES}/node/recipe`);
    expect([shown.body, shown.headers['etag']]).toEqual([answer.body, answer.headers['etag']]);
  });

  it('a bundle is served, indexed and described from its creation to its removal', async () => {
    const bundle = await make({ fields: [text('field_note')] });
    const found = async (): Promise<unknown[]> => {
      const index = (await site.app.api.asReader().get('/api')).body as { links: object };
      const description = (await site.anonymous().get('/openapi.json')).body as { paths: object };
      const filtered = `/api/node/${bundle}?filter[field_note]=Hello`;
      const { status, body } = await site.app.api.asReader().get(filtered);
      const { meta = {} } = body as { meta?: { count?: number } };
      const described = `/api/node/${bundle}` in description.paths;
      return [`node--${bundle}` in index.links, described, status, meta.count];
    };

    const written = await addEntry(bundle, { field_note: 'hello' });
    const there = await found();
    await manager.delete(`${BUNDLES}/node/${bundle}?force=true`);

    expect([written.status, ...there]).toEqual([201, true, true, 200, 1]);
    expect(await found()).toEqual([false, false, 404, undefined]);
  });

  it('PATCH changes label, description and the order of fields', async () => {
    const bundle = await make({ description: 'Old.', fields: [text('a'), text('b'), text('c')] });

    const changed = await manager.patch(`${BUNDLES}/node/${bundle}`, {
      label: 'New',
      fieldOrder: ['c', 'a', 'b'],
    });
    const cleared = await manager.patch(`${BUNDLES}/node/${bundle}`, { description: null });

    expect(changed.body).toMatchObject({
      label: 'New',
      description: 'Old.',
      fields: [{ name: 'c' }, { name: 'a' }, { name: 'b' }],
    });
    expect(cleared.body).toMatchObject({ label: 'New', description: null });
  });

  it('DELETE of a bundle with entries needs force, and creating it again restores the entries', async () => {
    const bundle = await make();
    await addEntry(bundle);
    await addEntry(bundle, { status: false });

    const refused = await manager.delete(`${BUNDLES}/node/${bundle}`);
    const forced = await manager.delete(`${BUNDLES}/node/${bundle}?force=true`);
    const gone = await manager.get(`${BUNDLES}/node/${bundle}`);
    await manager.post(BUNDLES, { entityType: 'node', bundle, label: 'Again' });

    expect([formatProblem(refused), refused.body.entries]).toEqual(['409 bundle_in_use', 2]);
    expect([forced.status, formatProblem(gone)]).toEqual([204, '404 bundle_unknown']);
    expect((await manager.get(`${BUNDLES}/node/${bundle}`)).body).toMatchObject({ entries: 2 });
  });

  it('DELETE removes a bundle without entries', async () => {
    const bundle = await make();

    expect((await manager.delete(`${BUNDLES}/node/${bundle}`)).status).toBe(204);
    expect(formatProblem(await manager.delete(`${BUNDLES}/node/${bundle}`))).toBe('404 bundle_unknown');
  });

  it('changes are 412 with an outdated If-Match', async () => {
    const bundle = await make();
    const path = `${BUNDLES}/node/${bundle}`;
    const { headers } = await manager.get(path);
    const first = { 'If-Match': headers['etag'] ?? '' };

    const fresh = await manager.patch(path, { label: 'B' }, first);
    const stale = [await manager.patch(path, { label: 'C' }, first), await manager.delete(path, first)];

    expect([fresh.status, ...stale.map(formatProblem)]).toEqual([200, '412 outdated', '412 outdated']);
  });

  it('GET lists the bundles that the token may administer', async () => {
    const listTypes = async (...scopes: string[]): Promise<string[]> => {
      const { body } = await (await site.withScopes(...scopes)).get(BUNDLES);
      return [
        ...new Set((body.items as { entityType: string }[]).map(({ entityType }) => entityType)),
      ].sort();
    };
    await manager.post(BUNDLES, { entityType: 'media', bundle: 'image', label: 'Image' });

    expect(await listTypes('content_type:administer')).toEqual(['node']);
    expect(await listTypes('media_type:administer')).toEqual(['media']);
    expect(await listTypes('taxonomy:administer', 'content_type:administer')).toEqual([
      'node',
      'taxonomy_term',
    ]);
  });

  it.each([
    ['node', 'content_type:administer'],
    ['media', 'media_type:administer'],
    ['taxonomy_term', 'taxonomy:administer'],
  ])('changing a bundle of %s needs %s', async (entityType, scope) => {
    const changes = { entityType, bundle: `of_${entityType}`, label: 'X' };

    const refused = await (await site.withAllScopesExcept(scope)).post(BUNDLES, changes);
    const holder = await site.withScopes(scope);
    const created = await holder.post(BUNDLES, changes);

    expect([formatProblem(refused), getDetail(refused)]).toEqual([
      '403 scope_missing',
      `This token lacks the scope '${scope}'.`,
    ]);
    expect([
      created.status,
      (await holder.delete(`${BUNDLES}/${entityType}/of_${entityType}`)).status,
    ]).toEqual([201, 204]);
  });

  it.each([
    ['node', 'content_type:administer', 'content_type:administer_fields'],
    ['taxonomy_term', 'taxonomy:administer', 'taxonomy:administer_fields'],
  ])('POST of a bundle of %s with fields needs %s and %s', async (entityType, scope, scopeOfFields) => {
    const bundle = `bundle_${++created}`;
    const changes = { entityType, bundle, label: 'X', fields: [text('a')] };

    const refused = await (await site.withScopes(scope)).post(BUNDLES, changes);
    const added = await (await site.withScopes(scope, scopeOfFields)).post(BUNDLES, changes);

    expect([formatProblem(refused), getDetail(refused), added.status]).toEqual([
      '403 scope_missing',
      `This token lacks the scope '${scopeOfFields}'.`,
      201,
    ]);
  });

  it('POST of a bundle of media with fields needs media_type:administer only', async () => {
    const changes = { entityType: 'media', bundle: `bundle_${++created}`, label: 'X', fields: [text('a')] };

    expect((await (await site.withScopes('media_type:administer')).post(BUNDLES, changes)).status).toBe(201);
  });

  it('is 401 without a token', async () => {
    expect(formatProblem(await site.anonymous().get(BUNDLES))).toBe('401 token_required');
  });

  it('every change is in the audit log', async () => {
    const bundle = await make();
    await manager.patch(`${BUNDLES}/node/${bundle}`, { label: 'New' });
    await addEntry(bundle);
    await manager.delete(`${BUNDLES}/node/${bundle}?force=true`);

    const { body } = await manager.get(`/manage/audit-log?subjectKind=bundle&subjectId=node--${bundle}`);

    const events = body.items as { action: string; details: object; who: object }[];
    expect(new Map(events.map(({ action, details }) => [action, details]))).toEqual(
      new Map<string, object>([
        ['bundle.created', { label: bundle }],
        ['bundle.changed', { label: 'New' }],
        ['bundle.removed', { entries: 1 }],
      ]),
    );
    for (const { who: actor } of events) expect(actor).toMatchObject({ clientId: manager.id });
  });

  it.each([
    [{}, '422 /bundle /entityType /label'],
    [{ entityType: 'node', bundle: 'Über', label: ' ' }, '422 /bundle /label'],
    [
      { entityType: 'node', bundle: 'a', label: 'A\0', description: '\ud800', fields: [text('b\0')] },
      '422 /description /fields/0/label /fields/0/name /label',
    ],
    [{ entityType: 'node', bundle: 'a', label: 'x'.repeat(256) }, '422 /label'],
    [{ entityType: 'menu', bundle: 'a', label: 'A' }, '422 /entityType'],
    [{ entityType: 'user', bundle: 'a', label: 'A' }, '422 /entityType'],
    [{ entityType: 'node', bundle: 'a', label: 'A', type: 'node--a' }, '422 /type'],
    [
      {
        entityType: 'node',
        bundle: 'a',
        label: 'A',
        fields: [text('title'), { name: 'Id', type: 'x', label: '', cardinality: 0 }],
      },
      '422 /fields/0/name /fields/1/cardinality /fields/1/label /fields/1/name /fields/1/type',
    ],
    [
      { entityType: 'node', bundle: 'a', label: 'A', fields: [text('b', { size: 1 }), 5] },
      '422 /fields /fields/0/size /fields/1',
    ],
  ])('POST refuses %j', async (changes, faults) => {
    expect(formatErrorPointers(await manager.post(BUNDLES, changes))).toBe(faults);
  });

  it('POST of an existing bundle is 409', async () => {
    expect(
      formatProblem(await manager.post(BUNDLES, { entityType: 'node', bundle: 'article', label: 'A' })),
    ).toBe('409 bundle_exists');
  });

  it.each([[['a']], [['a', 'a']], [['a', 'b', 'c']], [['a', 'title']]])(
    'PATCH refuses the fieldOrder %j',
    async (fieldOrder) => {
      const bundle = await make({ fields: [text('a'), text('b')] });

      expect(formatErrorPointers(await manager.patch(`${BUNDLES}/node/${bundle}`, { fieldOrder }))).toBe(
        '422 /fieldOrder',
      );
    },
  );

  it('built-in bundles are 404', async () => {
    expect(formatProblem(await manager.get(`${BUNDLES}/user/user`))).toBe('404 bundle_unknown');
    expect(formatProblem(await manager.patch(`${BUNDLES}/file/file`, { label: 'X' }))).toBe(
      '404 bundle_unknown',
    );
    expect(formatProblem(await manager.delete(`${BUNDLES}/user/user?force=true`))).toBe('404 bundle_unknown');
  });

  it('DELETE with a force other than true or false is 400', async () => {
    expect(formatProblem(await manager.delete(`${BUNDLES}/node/article?force=1`))).toBe(
      '400 invalid_parameter',
    );
  });
});
