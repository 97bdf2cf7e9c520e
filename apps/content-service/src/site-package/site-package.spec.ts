import { AuditTrail } from '@content-service/audit';
import { BundleEditor, ContentModelService } from '@content-service/bundles';
import { CreationStamp, type Entry, type EntryDraft, EntryEditor, EntryUse } from '@content-service/entries';
import { type Clock, TurnedClock, UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { storageOf } from '../app.module.js';
import { configFrom } from '../config.js';
import { SanitizingTextFormatter } from '../text/sanitizing-text-formatter.js';
import { SiteExporter } from './site-exporter.js';
import { SiteImporter } from './site-importer.js';

const HEADER = { kind: 'header', format: 'content-service/site@1' };
const TAGS = { kind: 'bundle', entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', fields: [] };
const ARTICLES = {
  kind: 'bundle',
  entityType: 'node',
  bundle: 'article',
  label: 'Article',
  fields: [
    { name: 'body', type: 'text_long', label: 'Body' },
    {
      name: 'field_tags',
      type: 'entity_reference',
      label: 'Tags',
      cardinality: -1,
      settings: { targetTypes: ['taxonomy_term--tags'] },
    },
  ],
};

const idOf = (n: number): string => `0190b0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const tagAt = (n: number): { type: string; id: string } => ({ type: 'taxonomy_term--tags', id: idOf(n) });
const tag = (n: number, attributes: object = {}): object => ({
  kind: 'entry',
  published: true,
  resource: { type: 'taxonomy_term--tags', id: idOf(n), attributes: { name: `Tag ${n}`, ...attributes } },
});
const article = (n: number, attributes: object = {}, tags: readonly number[] = []): object => ({
  kind: 'entry',
  published: true,
  resource: {
    type: 'node--article',
    id: idOf(n),
    attributes: { title: `Article ${n}`, ...attributes },
    relationships: { field_tags: { data: tags.map(tagAt) } },
  },
});

async function* asText(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield JSON.stringify(line);
}

function importerOf(
  { entries, audit }: Storage,
  bundles: ContentModelService,
  stamp: CreationStamp,
  clock: Clock,
): SiteImporter {
  const trail = new AuditTrail(audit, new UuidV7Generator(), clock);
  const bundleEditor = new BundleEditor(bundles, new EntryUse(entries), trail);
  return new SiteImporter(entries, bundles, bundleEditor, stamp, new SanitizingTextFormatter(), clock);
}

describe('a site package', () => {
  let storage: Storage;
  let importer: SiteImporter;
  let exporter: SiteExporter;
  let bundles: ContentModelService;
  let editor: EntryEditor;
  beforeEach(async () => {
    const clock = new TurnedClock();
    storage = await storageOf(configFrom({ DATABASE_URL: 'memory:' }));
    bundles = new ContentModelService(storage.bundles);
    const stamp = new CreationStamp(clock);
    importer = importerOf(storage, bundles, stamp, clock);
    editor = new EntryEditor(
      storage.entries,
      new UuidV7Generator(),
      stamp,
      clock,
      new SanitizingTextFormatter(),
    );
    exporter = new SiteExporter(storage.entries, bundles);
  });

  const load = (...lines: readonly object[]) => importer.import(lines.map((line) => JSON.stringify(line)));
  const loadFrom = (lines: AsyncIterable<object>) => importer.import(asText(lines));
  const stored = async (n: number): Promise<Entry> => {
    const entry = (await storage.entries.getMany([idOf(n)])).get(idOf(n));
    if (entry === undefined) throw new Error(`There is no entry ${n}.`);
    return entry;
  };
  const edit = (n: number, draft: EntryDraft): Promise<Entry> => {
    const context = { model: () => bundles.current(), reloadModel: () => bundles.refresh() };
    return editor.update('node--article', idOf(n), draft, context);
  };
  const exported = async (): Promise<object[]> => {
    const lines: object[] = [];
    for await (const line of exporter.lines()) lines.push(JSON.parse(line) as object);
    return lines;
  };

  it('brings bundles and entries, in the order of its lines', async () => {
    const report = await load(HEADER, TAGS, ARTICLES, tag(2), tag(1), article(3, {}, [1, 2]));

    expect(report).toMatchObject({ lines: 6, bundles: 2, inserted: 3, problems: [], warnings: [] });
    expect((await stored(2)).position).toBeLessThan((await stored(1)).position);
    expect((await stored(3)).relationships['field_tags']).toMatchObject([{ id: idOf(1) }, { id: idOf(2) }]);
  });

  it('leaves a trace of every bundle that it brings or changes', async () => {
    await load(HEADER, TAGS, ARTICLES);
    await load(HEADER, TAGS, { ...ARTICLES, label: 'Story' });

    const { events } = await storage.audit.page({}, { limit: 10 });
    expect(events.map(({ who, action, subject }) => [who.kind, action, subject?.id]).sort()).toEqual([
      ['operator', 'bundle.changed', 'node--article'],
      ['operator', 'bundle.created', 'node--article'],
      ['operator', 'bundle.created', 'taxonomy_term--tags'],
    ]);
  });

  it('changes nothing when it is imported again', async () => {
    const lines = [HEADER, TAGS, ARTICLES, tag(1), article(2, {}, [1])];
    await load(...lines);
    const before = await stored(2);

    const report = await load(...lines);

    expect(report).toMatchObject({ bundles: 0, inserted: 0, updated: 0, unchanged: 2 });
    expect((await stored(2)).version).toBe(before.version);
  });

  it('brings changed entries in line and keeps their place', async () => {
    await load(HEADER, TAGS, tag(1), tag(2));
    const { position } = await stored(1);

    const report = await load(HEADER, tag(1, { name: 'Renamed' }));

    expect(report).toMatchObject({ updated: 1, unchanged: 0 });
    expect(await stored(1)).toMatchObject({ position, version: 2, attributes: { name: 'Renamed' } });
  });

  it('may refer to later lines', async () => {
    const report = await load(HEADER, TAGS, ARTICLES, article(1, {}, [2, 3]), tag(3), tag(2));

    expect(report.warnings).toEqual([]);
    expect((await stored(1)).relationships['field_tags']).toMatchObject([{ id: idOf(2) }, { id: idOf(3) }]);
  });

  it('may refer to lines far behind, which come when its entry is long stored', async () => {
    const tags = Array.from({ length: 250 }, (_, n) => tag(n + 10));

    await load(HEADER, TAGS, ARTICLES, article(1, {}, [259, 10]), ...tags);

    expect((await stored(1)).relationships['field_tags']).toMatchObject([
      { id: idOf(259) },
      { id: idOf(10) },
    ]);
  });

  it('keeps what others do to an entry while it is read', async () => {
    const importing = async function* (): AsyncGenerator<object> {
      yield* [HEADER, TAGS, ARTICLES, tag(1), article(2, {}, [3]), TAGS];
      await edit(2, {
        attributes: { title: 'Edited' },
        relationships: { field_tags: { data: [tagAt(1)] } },
      });
      yield tag(3);
    };

    const report = await loadFrom(importing());

    expect(report.warnings).toEqual([]);
    expect(await stored(2)).toMatchObject({
      attributes: { title: 'Edited' },
      relationships: { field_tags: [tagAt(3), tagAt(1)] },
    });
  });

  it('leaves a field as it is that others have filled while it is read', async () => {
    const oneTag = { ...ARTICLES.fields[1], name: 'field_tag', cardinality: 1 };
    const linked = (n: number, to: number): object => ({
      kind: 'entry',
      resource: {
        ...{ type: 'node--article', id: idOf(n), attributes: { title: 'One tag' } },
        relationships: { field_tag: { data: tagAt(to) } },
      },
    });
    const importing = async function* (): AsyncGenerator<object> {
      yield* [HEADER, TAGS, { ...ARTICLES, fields: [oneTag] }, tag(1), linked(2, 3), TAGS];
      await edit(2, { relationships: { field_tag: { data: tagAt(1) } } });
      yield tag(3);
    };

    const report = await loadFrom(importing());

    expect(report.warnings).toEqual([
      {
        line: 5,
        message: `field_tag points at the taxonomy_term--tags ${idOf(3)}, for which there is no place any more; the reference is left out.`,
      },
    ]);
    expect((await stored(2)).relationships['field_tag']).toEqual([tagAt(1)]);
  });

  it('sets references to later lines also when a bundle is changed while it is read', async () => {
    const clock = new TurnedClock();
    const bundles = new ContentModelService(storage.bundles);
    const elsewhere = importerOf(storage, bundles, new CreationStamp(clock), clock);
    const importing = async function* (): AsyncGenerator<object> {
      yield* [HEADER, TAGS, ARTICLES, article(1, {}, [2]), TAGS];
      await elsewhere.import([HEADER, { ...ARTICLES, label: 'Story' }].map((line) => JSON.stringify(line)));
      yield tag(2);
    };

    const report = await loadFrom(importing());

    expect(report).toMatchObject({ problems: [], warnings: [] });
    expect((await stored(1)).relationships['field_tags']).toEqual([tagAt(2)]);
  });

  it('leaves out references that lead nowhere, and says so', async () => {
    const report = await load(HEADER, TAGS, ARTICLES, tag(1), article(2, {}, [1, 9]));

    expect(report.warnings).toEqual([
      {
        line: 5,
        message: `field_tags points at the taxonomy_term--tags ${idOf(9)}, which does not exist; the reference is left out.`,
      },
    ]);
    expect((await stored(2)).relationships['field_tags']).toMatchObject([{ id: idOf(1) }]);
  });

  it('makes processed text itself', async () => {
    const body = { value: '<p onclick="x">Hi</p>', format: 'basic_html', processed: '<script>x</script>' };

    await load(HEADER, TAGS, ARTICLES, article(1, { body }));

    expect((await stored(1)).attributes['body']).toMatchObject({ processed: '<p>Hi</p>' });
  });

  it('takes times as they are', async () => {
    const times = { created: '2001-02-03T04:05:06+00:00', changed: '2002-02-03T04:05:06+00:00' };

    await load(HEADER, TAGS, ARTICLES, article(1, times));

    expect(await stored(1)).toMatchObject({ created: 981_173_106, attributes: times });
  });

  it('brings users as profiles whose login name is hidden', async () => {
    await load(HEADER, { kind: 'user', id: idOf(1), name: 'mira', display_name: 'Mira Holt' });

    expect(await stored(1)).toMatchObject({
      type: 'user--user',
      attributes: { name: 'mira', display_name: 'Mira Holt', status: true },
    });
  });

  describe('that changes a field of which entries hold values', () => {
    const note = (field: object): object => ({
      ...{ kind: 'bundle', entityType: 'node', bundle: 'note', label: 'Note' },
      fields: [{ name: 'text', type: 'string', label: 'Text', ...field }],
    });
    const saying = (text: string): object => ({
      kind: 'entry',
      resource: { type: 'node--note', id: idOf(1), attributes: { title: 'Note', text } },
    });
    const fieldNow = (): unknown => bundles.current().find('node--note')?.fields.get('text');

    it.each([
      ['its type', { type: 'string_long' }],
      ['one value to several', { cardinality: -1 }],
      ['to less than a value needs', { settings: { maxLength: 4 } }],
    ])('is refused with the number of its line: %s', async (_, change) => {
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
    ])('is taken over when all of them fit: %s', async (_, change) => {
      await load(HEADER, note({}), saying('Hello'));

      expect(await load(HEADER, note(change))).toMatchObject({ bundles: 1, problems: [] });
      expect(fieldNow()).toMatchObject(change);
    });

    it('is taken over, whatever it changes, while there are none', async () => {
      await load(HEADER, note({}));

      expect(await load(HEADER, note({ type: 'integer', cardinality: 3 }))).toMatchObject({ problems: [] });
      expect(fieldNow()).toMatchObject({ type: 'integer', cardinality: 3 });
    });
  });

  it('keeps fields of a bundle that it does not name', async () => {
    const plain = { ...ARTICLES, fields: [] };

    const report = await load(HEADER, TAGS, ARTICLES, plain, article(1, { body: 'kept' }));

    expect(report).toMatchObject({ bundles: 2, inserted: 1, problems: [] });
  });

  it.each([
    ['no JSON', '{"kind":', 'This is no JSON.'],
    [
      'an unknown kind',
      '{"kind":"menu"}',
      "Unknown kind 'menu'. Known: header, entityType, bundle, user, entry.",
    ],
    [
      'a kind that every object has',
      '{"kind":"constructor"}',
      "Unknown kind 'constructor'. Known: header, entityType, bundle, user, entry.",
    ],
    [
      'an entity type that is not built in',
      '{"kind":"entityType","entityType":"comment"}',
      "There is no entity type 'comment'. Known: node, media, taxonomy_term, file, user.",
    ],
    [
      'a base field that is not built in',
      '{"kind":"entityType","entityType":"node","baseFields":[{"name":"sticky"}]}',
      "The entity type 'node' has no base field sticky.",
    ],
    [
      'an unknown resource type',
      JSON.stringify({ kind: 'entry', resource: { type: 'node--nope', id: idOf(1) } }),
      "There is no resource type 'node--nope'.",
    ],
    [
      'an unknown attribute',
      JSON.stringify(tag(1, { nope: 1 })),
      "taxonomy_term--tags has no attribute 'nope'.",
    ],
  ])('reports a line with %s and goes on', async (_, line, message) => {
    const lines = [JSON.stringify(HEADER), JSON.stringify(TAGS), '', line, JSON.stringify(tag(2))];

    const report = await importer.import(lines);

    expect(report.problems).toEqual([{ line: 4, message }]);
    expect(report).toMatchObject({ lines: 5, inserted: 1 });
  });

  it('reports all problems of a line', async () => {
    const report = await load(HEADER, TAGS, tag(1, { name: null, weight: 'heavy' }));

    expect(report.problems.map(({ line }) => line)).toEqual([3, 3]);
  });

  it('refuses one line of many without losing the others', async () => {
    const path = { alias: '/same', langcode: 'en' };

    const report = await load(HEADER, TAGS, ARTICLES, article(1, { path }), article(2, { path }), article(3));

    expect(report).toMatchObject({ inserted: 2, problems: [{ line: 5 }] });
  });

  it.each([
    [[], 'it has no lines.'],
    [[JSON.stringify(tag(1))], 'its first line is no header.'],
    [['%PDF-1.7'], 'This is no JSON.'],
    [
      ['{"kind":"header","format":"other@1"}'],
      "The format is 'other@1'; this service reads 'content-service/site@1'.",
    ],
  ])('is refused when it is none: %j', async (lines, reason) => {
    await expect(importer.import(lines)).rejects.toThrow(`This is no site package: ${reason}`);
  });

  it('is exported so that importing it elsewhere gives the same site', async () => {
    await load(
      ...[HEADER, TAGS, ARTICLES, { kind: 'user', id: idOf(1), name: 'mira' }],
      ...[tag(2), article(3, { body: { value: '<p>x</p>', format: 'basic_html' } }, [2])],
    );
    const first = await exported();

    const elsewhere = await storageOf(configFrom({ DATABASE_URL: 'memory:' }));
    const clock = new TurnedClock(1_800_000_000);
    const bundles = new ContentModelService(elsewhere.bundles);
    await importerOf(elsewhere, bundles, new CreationStamp(clock), clock).import(
      first.map((line) => JSON.stringify(line)),
    );

    exporter = new SiteExporter(elsewhere.entries, bundles);
    expect(await exported()).toEqual(first);
    expect(first.map((line) => (line as { kind: string }).kind)).toEqual([
      ...['header', 'bundle', 'bundle', 'user', 'entry', 'entry'],
    ]);
  });
});
