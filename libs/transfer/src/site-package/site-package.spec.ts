import { jest } from '@jest/globals';
import { ContentModelService } from '@content-service/bundles';
import {
  type Entry,
  type EntryDraft,
  type EntryEditor,
  MonotonicPositionGenerator,
} from '@content-service/entries';
import { FakeClock } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { SiteExporter } from './site-exporter.js';
import type { SiteImporter } from './site-importer.js';
import {
  article,
  ARTICLES,
  serializeLines,
  createEditor,
  createImporter,
  disabledRedirect,
  HEADER,
  tag,
  TAGS,
  toTagIdentifier,
  toUuid,
} from './site-package.fixture.js';

describe('a site package', () => {
  let storage: Storage;
  let importer: SiteImporter;
  let exporter: SiteExporter;
  let bundles: ContentModelService;
  let editor: EntryEditor;
  beforeEach(async () => {
    const clock = new FakeClock();
    storage = new RecordStorage(new MemoryRecordStore());
    bundles = new ContentModelService(storage.bundles);
    const positions = new MonotonicPositionGenerator(clock);
    importer = createImporter(storage, bundles, positions, clock);
    editor = createEditor(storage, positions, clock);
    exporter = new SiteExporter(storage.entries, storage.entrySchedules, bundles, storage.entryRevisions);
  });

  const load = (...lines: readonly object[]) => importer.import(lines.map((line) => JSON.stringify(line)));
  const importLines = (lines: AsyncIterable<object>) => importer.import(serializeLines(lines));
  const stored = async (n: number): Promise<Entry> => {
    const entry = (await storage.entries.getMany([toUuid(n)])).get(toUuid(n));
    if (entry === undefined) throw new Error(`There is no entry ${n}.`);
    return entry;
  };
  const edit = (n: number, draft: EntryDraft): Promise<Entry> => {
    const context = { model: () => bundles.current(), reloadModel: () => bundles.refresh() };
    return editor.update('node--article', toUuid(n), draft, context);
  };
  const exported = async (): Promise<object[]> => {
    const lines: object[] = [];
    for await (const line of exporter.lines()) lines.push(JSON.parse(line) as object);
    return lines;
  };

  it('imports bundles and entries in the order of the lines', async () => {
    const report = await load(HEADER, TAGS, ARTICLES, tag(2), tag(1), article(3, {}, [1, 2]));

    expect(report).toMatchObject({ lines: 6, bundles: 2, inserted: 3, problems: [], warnings: [] });
    expect((await stored(2)).position).toBeLessThan((await stored(1)).position);
    expect((await stored(3)).relationships['field_tags']).toMatchObject([
      { id: toUuid(1) },
      { id: toUuid(2) },
    ]);
  });

  it('records an audit event for every created or changed bundle, and one for the whole import', async () => {
    await load(HEADER, TAGS, ARTICLES);
    await load(HEADER, TAGS, { ...ARTICLES, label: 'Story' });

    const { events } = await storage.audit.page({}, { limit: 10 });
    expect(events.map(({ actor, action, subject }) => [actor.kind, action, subject?.id]).sort()).toEqual([
      ['operator', 'bundle.changed', 'node--article'],
      ['operator', 'bundle.created', 'node--article'],
      ['operator', 'bundle.created', 'taxonomy_term--tags'],
      ['operator', 'site.imported', undefined],
      ['operator', 'site.imported', undefined],
    ]);
  });

  it('ends at a change of the content model during an upgrade, and changes nothing', async () => {
    await load(HEADER, TAGS);
    const status = await storage.schemaStatus();
    jest.spyOn(storage, 'schemaStatus').mockResolvedValue({ ...status, expandedTo: status.version + 1 });

    await expect(load(HEADER, ARTICLES, article(1))).rejects.toMatchObject({ code: 'upgrade_running' });

    expect((await storage.entries.findStatuses([toUuid(1)])).size).toBe(0);
    expect(await load(HEADER, TAGS, tag(2))).toMatchObject({ bundles: 0, inserted: 1, problems: [] });
  });

  it('changes nothing when imported again', async () => {
    const lines = [HEADER, TAGS, ARTICLES, tag(1), article(2, {}, [1])];
    await load(...lines);
    const before = await stored(2);

    const report = await load(...lines);

    expect(report).toMatchObject({ bundles: 0, inserted: 0, updated: 0, unchanged: 2 });
    expect((await stored(2)).version).toBe(before.version);
  });

  it('exports redirects as they were imported', async () => {
    expect(await load(HEADER, disabledRedirect(1))).toMatchObject({
      inserted: 1,
      problems: [],
      warnings: [],
    });

    const lines = await exported();

    expect(lines).toContainEqual(disabledRedirect(1));
    expect(await load(...lines)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
  });

  it('updates entries that were changed and keeps their position', async () => {
    await load(HEADER, TAGS, tag(1), tag(2));
    const { position, version } = await stored(1);

    const report = await load(HEADER, tag(1, { name: 'New' }));

    expect(report).toMatchObject({ updated: 1, unchanged: 0 });
    expect(await stored(1)).toMatchObject({ position, version: version + 1, attributes: { name: 'New' } });
  });

  it('resolves references to later lines', async () => {
    const report = await load(HEADER, TAGS, ARTICLES, article(1, {}, [2, 3]), tag(3), tag(2));

    expect(report.warnings).toEqual([]);
    expect((await stored(1)).relationships['field_tags']).toMatchObject([
      { id: toUuid(2) },
      { id: toUuid(3) },
    ]);
  });

  it('resolves references to lines of later batches', async () => {
    const tags = Array.from({ length: 600 }, (_, n) => tag(n + 10));

    await load(HEADER, TAGS, ARTICLES, article(1, {}, [609, 10]), ...tags);

    expect((await stored(1)).relationships['field_tags']).toMatchObject([
      { id: toUuid(609) },
      { id: toUuid(10) },
    ]);
  });

  it('keeps concurrent changes of an entry during the import', async () => {
    const importing = async function* (): AsyncGenerator<object> {
      yield* [HEADER, TAGS, ARTICLES, tag(1), article(2, {}, [3]), TAGS];
      await edit(2, {
        attributes: { title: 'Edited' },
        relationships: { field_tags: { data: [toTagIdentifier(1)] } },
      });
      yield tag(3);
    };

    const report = await importLines(importing());

    expect(report.warnings).toEqual([]);
    expect(await stored(2)).toMatchObject({
      attributes: { title: 'Edited' },
      relationships: { field_tags: [toTagIdentifier(3), toTagIdentifier(1)] },
    });
  });

  it('does not change a field that was filled concurrently during the import', async () => {
    const oneTag = { ...ARTICLES.fields[1], name: 'field_tag', cardinality: 1 };
    const linked = (n: number, to: number): object => ({
      kind: 'entry',
      resource: {
        ...{ type: 'node--article', id: toUuid(n), attributes: { title: 'One tag' } },
        relationships: { field_tag: { data: toTagIdentifier(to) } },
      },
    });
    const importing = async function* (): AsyncGenerator<object> {
      yield* [HEADER, TAGS, { ...ARTICLES, fields: [oneTag] }, tag(1), linked(2, 3), TAGS];
      await edit(2, { relationships: { field_tag: { data: toTagIdentifier(1) } } });
      yield tag(3);
    };

    const report = await importLines(importing());

    expect(report.warnings).toEqual([
      {
        ...{ line: 5, entry: toUuid(2) },
        message: `field_tag points at the taxonomy_term--tags ${toUuid(3)}, for which the field has no room any more; the reference was omitted.`,
      },
    ]);
    expect((await stored(2)).relationships['field_tag']).toEqual([toTagIdentifier(1)]);
  });

  it('resolves references to later lines after a concurrent change of the bundle', async () => {
    const clock = new FakeClock();
    const bundles = new ContentModelService(storage.bundles);
    const elsewhere = createImporter(storage, bundles, new MonotonicPositionGenerator(clock), clock);
    const importing = async function* (): AsyncGenerator<object> {
      yield* [HEADER, TAGS, ARTICLES, article(1, {}, [2]), TAGS];
      await elsewhere.import([HEADER, { ...ARTICLES, label: 'Story' }].map((line) => JSON.stringify(line)));
      yield tag(2);
    };

    const report = await importLines(importing());

    expect(report).toMatchObject({ problems: [], warnings: [] });
    expect((await stored(1)).relationships['field_tags']).toEqual([toTagIdentifier(2)]);
  });

  it('omits references without a target, with a warning', async () => {
    const report = await load(HEADER, TAGS, ARTICLES, tag(1), article(2, {}, [1, 9]));

    expect(report.warnings).toEqual([
      {
        ...{ line: 5, entry: toUuid(2) },
        message: `field_tags points at the taxonomy_term--tags ${toUuid(9)}, which does not exist; the reference was omitted.`,
      },
    ]);
    expect((await stored(2)).relationships['field_tags']).toMatchObject([{ id: toUuid(1) }]);
  });

  it('computes processed text instead of importing it', async () => {
    const body = { value: '<p>Hi</p>', format: 'basic_html', processed: '<script>x</script>' };

    await load(HEADER, TAGS, ARTICLES, article(1, { body }));

    expect((await stored(1)).attributes['body']).toMatchObject({ processed: '[basic_html]<p>Hi</p>' });
  });

  it('keeps the times of the package', async () => {
    const times = { created: '2001-02-03T04:05:06+00:00', changed: '2002-02-03T04:05:06+00:00' };

    await load(HEADER, TAGS, ARTICLES, article(1, times));

    expect(await stored(1)).toMatchObject({ created: 981_173_106, attributes: times });
  });

  it('imports users as profiles with a hidden login name', async () => {
    await load(HEADER, { kind: 'user', id: toUuid(1), name: 'mira', display_name: 'Mira Holt' });

    expect(await stored(1)).toMatchObject({
      type: 'user--user',
      attributes: { name: 'mira', display_name: 'Mira Holt', status: true },
    });
  });

  describe('a site package that changes a field with values', () => {
    const note = (field: object): object => ({
      ...{ kind: 'bundle', entityType: 'node', bundle: 'note', label: 'Note' },
      fields: [{ name: 'text', type: 'string', label: 'Text', ...field }],
    });
    const saying = (text: string): object => ({
      kind: 'entry',
      resource: { type: 'node--note', id: toUuid(1), attributes: { title: 'Note', text } },
    });
    const fieldNow = (): unknown => bundles.current().find('node--note')?.fields.get('text');

    it.each([
      ['its type', { type: 'string_long' }],
      ['one value to several', { cardinality: -1 }],
      ['to less than a value needs', { settings: { maxLength: 4 } }],
    ])('is refused with its line number: %s', async (_, change) => {
      await load(HEADER, note({}), saying('Hello'));
      const before = fieldNow();

      const report = await load(HEADER, note(change), saying('Hello'));

      const message = "1 entries hold a value of 'text'; it would not fit the field any more.";
      expect(report).toMatchObject({ bundles: 0, unchanged: 1, problems: [{ line: 2, message }] });
      expect(fieldNow()).toEqual(before);
    });

    it.each([
      ['its label', { label: 'New' }],
      ['to less, which is enough for all values', { settings: { maxLength: 5 } }],
    ])('is applied when all values are compatible: %s', async (_, change) => {
      await load(HEADER, note({}), saying('Hello'));

      expect(await load(HEADER, note(change))).toMatchObject({ bundles: 1, problems: [] });
      expect(fieldNow()).toMatchObject(change);
    });

    it('is applied, whatever it changes, when there are no values', async () => {
      await load(HEADER, note({}));

      expect(await load(HEADER, note({ type: 'integer', cardinality: 3 }))).toMatchObject({ problems: [] });
      expect(fieldNow()).toMatchObject({ type: 'integer', cardinality: 3 });
    });
  });

  it('keeps fields of a bundle that it does not contain', async () => {
    const plain = { ...ARTICLES, fields: [] };

    const report = await load(HEADER, TAGS, ARTICLES, plain, article(1, { body: 'kept' }));

    expect(report).toMatchObject({ bundles: 2, inserted: 1, problems: [] });
  });

  it.each([
    ['no JSON', '{"kind":', 'This is not JSON.'],
    [
      'an unknown kind',
      '{"kind":"block"}',
      "Unknown kind 'block'. Known: header, menu, entityType, bundle, user, bytes, entry, workingCopy.",
    ],
    [
      'a kind that every object has',
      '{"kind":"constructor"}',
      "Unknown kind 'constructor'. Known: header, menu, entityType, bundle, user, bytes, entry, workingCopy.",
    ],
    [
      'an entity type that is not built in',
      '{"kind":"entityType","entityType":"comment"}',
      "There is no entity type 'comment'. Known: node, media, taxonomy_term, redirect, menu_link_content, file, user.",
    ],
    [
      'a base field that is not built in',
      '{"kind":"entityType","entityType":"node","baseFields":[{"name":"sticky"}]}',
      "The entity type 'node' has no base field sticky.",
    ],
    [
      'an unknown resource type',
      JSON.stringify({ kind: 'entry', resource: { type: 'node--nope', id: toUuid(1) } }),
      "There is no resource type 'node--nope'.",
    ],
    [
      'an unknown attribute',
      JSON.stringify(tag(1, { nope: 1 })),
      "taxonomy_term--tags has no attribute 'nope'.",
    ],
    [
      'an unknown region of forms',
      JSON.stringify({
        ...{ kind: 'bundle', entityType: 'node', bundle: 'note', label: 'Note' },
        fields: [{ name: 'a', type: 'string', formDisplay: { region: 'left' } }],
      }),
      "The form region of 'a' must be one of main, side, got 'left'.",
    ],
  ])('reports a line with %s and continues', async (_, line, message) => {
    const lines = [JSON.stringify(HEADER), JSON.stringify(TAGS), '', line, JSON.stringify(tag(2))];

    const report = await importer.import(lines);

    expect(report.problems).toMatchObject([{ line: 4, message }]);
    expect(report).toMatchObject({ lines: 5, inserted: 1 });
  });

  it('reports all problems of a line', async () => {
    const report = await load(HEADER, TAGS, tag(1, { name: null, weight: 'heavy' }));

    expect(report.problems.map(({ line }) => line)).toEqual([3, 3]);
  });

  it('refuses one line of a batch and stores the others', async () => {
    const report = await load(HEADER, TAGS, tag(1), tag(2, { weight: 'heavy' }), tag(3));

    expect(report).toMatchObject({ inserted: 2, problems: [{ line: 4 }] });
  });

  it.each([
    [[], 'the input is empty.'],
    [[JSON.stringify(tag(1))], 'its first line is not a header.'],
    [['%PDF-1.7'], 'line 1 is not JSON.'],
    [
      ['{"kind":"header","format":"other@1"}'],
      "The format is 'other@1'; this service reads 'content-service/site@1'.",
    ],
  ])('is refused without a valid header: %j', async (lines, reason) => {
    await expect(importer.import(lines)).rejects.toThrow(`This is not a site package: ${reason}`);
  });

  it('carries the order of fields, and keeps the hints for forms that it does not contain', async () => {
    const [body, tags] = ARTICLES.fields;
    const hints = {
      description: 'The whole text',
      placeholder: 'Begin',
      defaultValue: { value: 'Dear' },
      formDisplay: { group: 'Text', region: 'side' },
    };
    await load(HEADER, TAGS, { ...ARTICLES, fields: [{ ...body, ...hints }, tags] });

    await load(HEADER, TAGS, { ...ARTICLES, fields: [tags, { ...body, description: 'Other' }] });

    expect((await exported())[2]).toMatchObject({
      fields: [{ name: 'field_tags' }, { name: 'body', ...hints, description: 'Other' }],
    });
    expect(await load(HEADER, { ...ARTICLES, fields: [tags, body] })).toMatchObject({ bundles: 0 });
  });

  it('is equal after an export and an import into another site', async () => {
    await load(
      ...[HEADER, TAGS, ARTICLES, { kind: 'user', id: toUuid(1), name: 'mira' }],
      ...[tag(2), article(3, { body: { value: '<p>x</p>', format: 'basic_html' } }, [2])],
    );
    const first = await exported();

    const elsewhere = new RecordStorage(new MemoryRecordStore());
    const clock = new FakeClock(1_800_000_000);
    const bundles = new ContentModelService(elsewhere.bundles);
    importer = createImporter(elsewhere, bundles, new MonotonicPositionGenerator(clock), clock);
    await load(...first);

    exporter = new SiteExporter(
      elsewhere.entries,
      elsewhere.entrySchedules,
      bundles,
      elsewhere.entryRevisions,
    );
    expect(await exported()).toEqual(first);
    const kinds = first.map((line) => (line as { kind: string }).kind);
    expect(kinds).toEqual(['header', 'bundle', 'bundle', 'user', 'entry', 'entry']);
  });
});
