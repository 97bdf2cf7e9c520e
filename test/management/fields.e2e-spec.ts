import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { getDetail, formatErrorPointers, formatProblem } from '../support/problems.js';

const LEGAL = { allowedValues: [{ value: 'a', label: 'A' }] };
const TAGS = { targetTypes: ['taxonomy_term--tags'] };

/** Every field type with settings and a value; the test creates the target of a reference. */
const TYPES: readonly (readonly [type: string, settings: object, value: unknown])[] = [
  ['string', { maxLength: 20 }, 'a'],
  ['string_long', {}, 'a'],
  ['text_long', {}, 'a'],
  ['text_with_summary', {}, { value: 'a', summary: 's' }],
  ['integer', { min: 0 }, 0],
  ['decimal', { precision: 8, scale: 3 }, '1.5'],
  ['float', {}, 0.5],
  ['boolean', {}, false],
  ['timestamp', {}, 1700000000],
  ['datetime', { datetimeType: 'date' }, '2024-01-31'],
  ['daterange', { datetimeType: 'date' }, { value: '2024-01-31', end_value: '2024-02-01' }],
  ['list_string', LEGAL, 'a'],
  ['email', {}, 'a@example.org'],
  ['link', {}, { uri: 'https://example.org' }],
  ['json', {}, { any: [null] }],
  ['entity_reference', TAGS, undefined],
];

interface Members {
  readonly attributes?: object;
  readonly relationships?: object;
}

describe('/manage/bundles/{entityType}/{bundle}/fields', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  let created = 0;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  /** Creates a bundle with these fields. @returns the path of its fields and its machine name */
  const make = async (...fields: object[]): Promise<{ path: string; bundle: string }> => {
    const bundle = `bundle_${++created}`;
    await manager.post('/manage/bundles', { entityType: 'node', bundle, label: bundle, fields });
    return { path: `/manage/bundles/node/${bundle}/fields`, bundle };
  };
  const it_ = (type: string, rest: object = {}): object => ({ name: 'it', type, label: 'It', ...rest });
  /** @returns the id of an entry with these members */
  const write = async (bundle: string, members: Members = {}, published = true): Promise<string> => {
    const attributes = { title: 'One', status: published, ...members.attributes };
    const document = { data: { ...members, type: `node--${bundle}`, attributes } };
    const { status, body, text } = await site.app.api.asAdministrator().post(`/api/node/${bundle}`, document);
    if (status !== 201) throw new Error(text);
    return (body as { data: { id: string } }).data.id;
  };
  /** Members of an entry with one or several values of a type of the table. */
  const createMembers = async (type: string, value: unknown, several = false): Promise<Members> => {
    if (type !== 'entity_reference') return { attributes: { it: several ? [value, value] : value } };
    return { relationships: { it: { data: several ? [await tag(), await tag()] : await tag() } } };
  };
  const tag = async (): Promise<object> => {
    const { type, id } = await site.app.site.tag();
    return { type, id };
  };
  const read = async (bundle: string, id: string): Promise<{ it?: unknown }> => {
    const { body } = await site.app.api.asAdministrator().get(`/api/node/${bundle}/${id}`);
    return (body as { data: { attributes: object } }).data.attributes;
  };

  it('POST adds a field that is served, filterable and described at once', async () => {
    const { path, bundle } = await make();

    const added = await manager.post(path, it_('integer', { settings: { min: 1, max: 5 } }));
    const id = await write(bundle, { attributes: { it: 4 } });

    expect([added.status, added.headers['location']]).toEqual([201, `${site.oauth.url}${path}/it`]);
    expect(added.body).toEqual({
      name: 'it',
      type: 'integer',
      label: 'It',
      required: false,
      cardinality: 1,
      settings: { min: 1, max: 5 },
      entriesWithValue: 0,
    });
    const found = await site.app.api.asReader().get(`/api/node/${bundle}?filter[it]=4`);
    expect((found.body as { data: { id: string }[] }).data.map((entry) => entry.id)).toEqual([id]);
    const { document } = await site.description();
    expect(document.components.schemas[`node--${bundle}.attributes`]).toMatchObject({
      properties: { it: { maximum: 5 } },
    });
  });

  it('GET lists the fields with the ETag of the bundle', async () => {
    const { path } = await make(it_('string'));

    const { body, headers } = await manager.get(path);

    expect(body).toEqual({
      items: [{ name: 'it', type: 'string', label: 'It', required: false, cardinality: 1, settings: {} }],
      next: null,
    });
    expect(headers['etag']).toBe((await manager.get(path.replace('/fields', ''))).headers['etag']);
  });

  it('keeps the hints for forms and describes them; PATCH changes them, and null removes them', async () => {
    const hints = {
      description: 'For the list.',
      placeholder: 'Such as a',
      defaultValue: ['a', 'b'],
      formDisplay: { group: 'Lists', region: 'side' },
    };
    const { path, bundle } = await make(it_('string', { cardinality: 2, ...hints }));
    const schema = async (): Promise<unknown> => {
      const { document } = await site.description();
      const attributes = document.components.schemas[`node--${bundle}.attributes`] as { properties: object };
      return (attributes.properties as Readonly<Record<string, unknown>>)['it'];
    };

    expect((await manager.get(`${path}/it`)).body).toMatchObject(hints);
    expect(await schema()).toMatchObject({ description: 'For the list.', default: ['a', 'b'] });
    expect(await read(bundle, await write(bundle))).toMatchObject({ it: [] });

    const changed = await manager.patch(`${path}/it`, {
      description: 'Other',
      defaultValue: null,
      formDisplay: { region: 'side' },
    });
    expect(changed.body).toMatchObject({ description: 'Other', placeholder: 'Such as a' });
    expect(changed.body).toHaveProperty('formDisplay', { region: 'side' });
    expect(changed.body).not.toHaveProperty('defaultValue');
    expect(await schema()).not.toHaveProperty('default');

    expect((await manager.patch(`${path}/it`, { formDisplay: null })).body).not.toHaveProperty('formDisplay');
  });

  it('DELETE removes a field from documents', async () => {
    const { path, bundle } = await make(it_('string'));

    expect((await manager.delete(`${path}/it`)).status).toBe(204);

    expect(formatProblem(await manager.get(`${path}/it`))).toBe('404 field_unknown');
    expect((await site.app.api.asReader().get(`/api/node/${bundle}?filter[it]=a`)).status).toBe(400);
    expect(await read(bundle, await write(bundle))).not.toHaveProperty('it');
  });

  describe.each(TYPES)('a field of the type %s', (type, settings, value) => {
    it('GET counts the entries that hold a value, published or not', async () => {
      const { path, bundle } = await make(it_(type, { settings }));
      await write(bundle);
      await write(bundle, await createMembers(type, value));
      await write(bundle, await createMembers(type, value), false);

      expect((await manager.get(`${path}/it`)).body).toMatchObject({ settings, entriesWithValue: 2 });
    });

    it('with several values counts each entry once, and DELETE needs force', async () => {
      const { path, bundle } = await make(it_(type, { settings, cardinality: -1 }));
      await write(bundle, await createMembers(type, value, true));
      await write(bundle);

      const refused = await manager.delete(`${path}/it`);
      const forced = await manager.delete(`${path}/it?force=true`);

      expect([formatProblem(refused), refused.body.entries, forced.status]).toEqual([
        '409 field_in_use',
        1,
        204,
      ]);
    });

    it('is restored with the values that entries still hold', async () => {
      const { path, bundle } = await make(it_(type, { settings }));
      const id = await write(bundle, await createMembers(type, value));
      const before = await read(bundle, id);
      await manager.delete(`${path}/it?force=true`);

      const { status, body } = await manager.post(path, it_(type, { settings }));

      expect([status, body]).toMatchObject([201, { entriesWithValue: 1 }]);
      expect(await read(bundle, id)).toEqual(before);
    });
  });

  it.each(TYPES.filter(([type]) => type !== 'entity_reference' && type !== 'string_long'))(
    'a field of another type cannot take the name of one of the type %s while entries hold its values',
    async (type, settings, value) => {
      const { path, bundle } = await make(it_(type, { settings }));
      await write(bundle, await createMembers(type, value));
      await manager.delete(`${path}/it?force=true`);

      const others = [it_(type === 'email' ? 'link' : 'email'), it_(type, { settings, cardinality: 2 })];
      const misfits = [await manager.post(path, others[0]), await manager.post(path, others[1])];

      expect(misfits.map(formatProblem)).toEqual(Array(2).fill('409 field_in_use'));
    },
  );

  const wide = { settings: { maxLength: 10 }, cardinality: 2 };
  it.each<[string, object, object]>([
    ['another label', it_('string', wide), { label: 'Other' }],
    ['required: true', it_('string', wide), { required: true }],
    ['a higher maxLength', it_('string', wide), { settings: { maxLength: 20 } }],
    ['no maxLength', it_('string_long', wide), { settings: {} }],
    ['a higher cardinality', it_('string', wide), { cardinality: 3 }],
    ['unlimited cardinality', it_('string', wide), { cardinality: -1 }],
    ['caseSensitive', it_('string', wide), { settings: { maxLength: 10, caseSensitive: true } }],
    [
      'more allowed values',
      it_('list_string', { cardinality: 2, settings: LEGAL }),
      {
        settings: {
          allowedValues: [
            { value: 'b', label: 'B' },
            { value: 'a', label: 'a' },
          ],
        },
      },
    ],
    ['a lower maxLength that every value has', it_('string', wide), { settings: { maxLength: 1 } }],
    ['a lower cardinality that every value has', it_('string', { cardinality: 3 }), { cardinality: 2 }],
    [
      'allowed values without one that no entry has',
      it_('list_string', {
        cardinality: 2,
        settings: { allowedValues: [...LEGAL.allowedValues, { value: 'b', label: 'B' }] },
      }),
      { settings: LEGAL },
    ],
  ])('PATCH accepts %s while entries hold values', async (_, field, change) => {
    const { path, bundle } = await make(field);
    const id = await write(bundle, { attributes: { it: ['a'] } });

    const { status, body } = await manager.patch(`${path}/it`, change);

    expect([status, body]).toMatchObject([200, { ...change, entriesWithValue: 1 }]);
    expect(await read(bundle, id)).toMatchObject({ it: ['a'] });
  });

  it.each<[string, object, unknown, object]>([
    ['cardinality 1 instead of many', it_('string', wide), ['a'], { cardinality: 1 }],
    ['cardinality 2 instead of 1', it_('string'), 'a', { cardinality: 2 }],
    ['a lower cardinality', it_('string', { cardinality: 3 }), ['a', 'b', 'c'], { cardinality: 2 }],
    [
      'a cardinality instead of unlimited',
      it_('string', { cardinality: -1 }),
      ['a', 'b', 'c'],
      { cardinality: 2 },
    ],
    ['a lower maxLength', it_('string', wide), ['a', '0123456789'], { settings: { maxLength: 9 } }],
    ['a maxLength', it_('string_long'), '0123456789', { settings: { maxLength: 9 } }],
    [
      'fewer allowed values',
      it_('list_string', { settings: LEGAL }),
      'a',
      { settings: { allowedValues: [{ value: 'b', label: 'B' }] } },
    ],
    ['a minimum', it_('integer'), 1, { settings: { min: 2 } }],
    ['a lower maximum', it_('float', { settings: { max: 9 } }), 9, { settings: { max: 8 } }],
    ['another decimal scale', it_('decimal'), 1, { settings: { scale: 3 } }],
    ['a lower decimal precision', it_('decimal'), '12345678.00', { settings: { precision: 9 } }],
    [
      'datetimeType with a time',
      it_('datetime', { settings: { datetimeType: 'date' } }),
      '2024-01-31',
      { settings: { datetimeType: 'datetime' } },
    ],
    [
      'other target types',
      it_('entity_reference', { settings: TAGS }),
      undefined,
      { settings: { targetTypes: ['node--page'] } },
    ],
  ])(
    'PATCH refuses %s while an entry holds a value that does not fit and accepts it otherwise',
    async (_, field, value, change) => {
      const { path, bundle } = await make(field);

      const type = value === undefined ? 'entity_reference' : '';
      const id = await write(bundle, await createMembers(type, value), false);
      const refused = await manager.patch(`${path}/it`, change);
      await site.app.api.asAdministrator().delete(`/api/node/${bundle}/${id}`);
      const done = await manager.patch(`${path}/it`, change);

      expect([formatProblem(refused), refused.body.entries]).toEqual(['409 field_in_use', 1]);
      expect([done.status, done.body]).toMatchObject([200, change]);
    },
  );

  it('changes are 412 with an outdated ETag of the bundle', async () => {
    const { path } = await make(it_('string'));
    const { headers } = await manager.get(`${path}/it`);
    const first = { 'If-Match': headers['etag'] ?? '' };

    const fresh = await manager.patch(`${path}/it`, { label: 'B' }, first);
    const stale = [
      await manager.patch(`${path}/it`, { label: 'C' }, first),
      await manager.post(path, { name: 'other', type: 'string', label: 'Other' }, first),
      await manager.delete(`${path}/it`, first),
    ];

    expect([fresh.status, ...stale.map(formatProblem)]).toEqual([
      200,
      ...Array<string>(3).fill('412 outdated'),
    ]);
  });

  it.each([
    ['node/article', 'content_type:administer_fields'],
    ['media/picture', 'media_type:administer'],
    ['taxonomy_term/tags', 'taxonomy:administer_fields'],
  ])('changing the fields of %s needs %s', async (bundle, scope) => {
    await manager.post('/manage/bundles', { entityType: 'media', bundle: 'picture', label: 'Picture' });
    const path = `/manage/bundles/${bundle}/fields`;

    const refused = await (await site.withAllScopesExcept(scope)).post(path, it_('string'));
    const added = await (await site.withScopes(scope)).post(path, it_('string'));

    expect([formatProblem(refused), getDetail(refused)]).toEqual([
      '403 scope_missing',
      `This token lacks the scope '${scope}'.`,
    ]);
    expect(added.status).toBe(201);
  });

  it('is 401 without a token', async () => {
    expect(formatProblem(await site.anonymous().get('/manage/bundles/node/article/fields'))).toBe(
      '401 token_required',
    );
  });

  it('every change is in the audit log', async () => {
    const { path, bundle } = await make();
    await manager.post(path, it_('string'));
    await manager.patch(`${path}/it`, { label: 'B' });
    await manager.delete(`${path}/it`);

    const { body } = await manager.get(`/manage/audit-log?subjectKind=bundle&subjectId=node--${bundle}`);

    const events = body.items as { action: string; details: object }[];
    expect(new Map(events.map(({ action, details }) => [action, details]))).toMatchObject(
      new Map<string, object>([
        ['bundle.created', { label: bundle }],
        ['field.added', { field: 'it', type: 'string' }],
        ['field.changed', { field: 'it', type: 'string' }],
        ['field.removed', { field: 'it', entries: 0 }],
      ]),
    );
  });

  it.each([{ type: 'integer' }, { name: 'other' }])(
    'PATCH refuses to change name or type: %j',
    async (changes) => {
      const { path } = await make(it_('string'));

      expect(formatErrorPointers(await manager.patch(`${path}/it`, changes))).toBe(
        `422 /${Object.keys(changes)[0] ?? ''}`,
      );
    },
  );

  it.each(['it', 'title', 'uid'])('POST of a second field %s is 409', async (name) => {
    const { path } = await make(it_('string'));

    expect(formatProblem(await manager.post(path, { name, type: 'string', label: 'X' }))).toBe(
      '409 field_exists',
    );
  });

  it('base fields are 404', async () => {
    const { path } = await make();

    expect(formatProblem(await manager.get(`${path}/title`))).toBe('404 field_unknown');
    expect(formatProblem(await manager.patch(`${path}/title`, { label: 'X' }))).toBe('404 field_unknown');
    expect(formatProblem(await manager.delete(`${path}/title?force=true`))).toBe('404 field_unknown');
  });
});
