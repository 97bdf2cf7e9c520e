import { Workshop } from '../restore/backup-site.js';
import { toId } from './drupal-site.js';
import { DrupalSource, type Resource } from './drupal-source.js';
import { fieldTypes, MigratedSite, type Report } from './migrated-site.js';

const page = (n: number, attributes: object, relationships: object = {}): Resource => ({
  ...{ type: 'node--page', id: toId('a', n) },
  attributes: { title: `Page ${n}`, status: true, langcode: 'en', ...attributes },
  relationships: { ...relationships },
});

const text = (value: unknown, format = 'basic_html', more: object = {}): object => ({
  ...{ value, format, processed: '' },
  ...more,
});

const path = (alias: string): object => ({ alias, pid: 1, langcode: 'en' });

const RANGE = { value: '2024-01-31T12:00:00+00:00', end_value: '2024-01-31T13:00:00+00:00' };

/** Everything of a source that cannot be stored as it is, and what has a meaning that documents do not show. */
const RESOURCES: readonly Resource[] = [
  page(1, { path: path('/same'), drupal_internal__nid: 1 }),
  page(2, { path: path('/same'), drupal_internal__nid: 2 }, { field_next: { data: toIdentifier(3) } }),
  page(3, { title: 'Ti\0tle', field_note: 'a\ud800b' }),
  page(4, { status: 'perhaps', created: 'yesterday' }),
  page(5, { status: false, created: '2020-01-01T00:00:00+00:00' }),
  page(6, { title: 1984 }),
  page(
    7,
    {},
    { field_view: { data: [{ type: 'view--view', id: toId('b', 1), meta: { display_id: 'b' } }] } },
  ),
  page(8, { default_langcode: false, content_translation_source: 'de' }),
  page(9, { field_ext: '##1379505554728411138##', field_json: { big: '##-9007199254740993##' } }),
  page(10, { field_ext: 7, field_when: { ...RANGE, timezone: 'UTC', rrule: 'FREQ=DAILY' } }),
  page(11, { field_table: text([['a', 'b']], 'basic_html', { caption: 'T' }) }),
  page(12, {
    body: text('line1\nline2', 'restricted_html', { processed: '<p>line1<br>\nline2</p>' }),
  }),
  page(13, { langcode: 'en', field_note: 'original' }),
  page(13, { default_langcode: false, langcode: 'de', field_note: 'translation' }),
  page(14, { constructor: 'Ferrari', toString: 'x', ['__proto__']: 'y', hasOwnProperty: 1 }),
  page(15, {
    ...{ status: false, publish_on: '2099-01-01T00:00:00+00:00', unpublish_on: null },
    field_link: { uri: 'entity:node/1', title: 's', options: [] },
    field_links: [
      { uri: 'internal:/node/1?x=1#y', title: '', options: [] },
      { uri: 'entity:node/3', title: '', options: [] },
      { uri: 'internal:/node/999', title: '', options: [] },
      { uri: 'entity:taxonomy_term/5', title: '', options: [] },
    ],
    body: text(
      `<a href="/node/1">a</a> <a class='x' href='/de/node/1#top'>b</a> <a href="/node/1/edit">c</a>`,
    ),
  }),
  page(16, { drupal_internal__nid: 3, field_deep: nest(70) }),
  { type: 'media--image', id: toId('a', 1), attributes: { name: 'The same id' } },
  {
    ...{ type: 'node--gallery', id: toId('c', 1), attributes: { title: 'Gallery' } },
    relationships: { field_image: { data: { type: 'media--image', id: toId('a', 1) } } },
  },
  { type: 'taxonomy_term--tags', id: toId('c', 5), attributes: { name: 'Tag', drupal_internal__tid: 5 } },
  { type: 'file--file', id: toId('8', 1), attributes: { filename: 'secret.txt' } },
  { type: 'node--paragraph_text', id: toId('d', 1), attributes: { title: 'Type' } },
  { type: 'paragraph--text', id: toId('d', 2), attributes: { field_heading: 'Paragraph' } },
];

function toIdentifier(n: number): object {
  return { type: 'node--page', id: toId('a', n) };
}

function nest(levels: number): unknown {
  return levels === 0 ? 'x' : [nest(levels - 1)];
}

describe('content-service import-jsonapi of values that cannot be stored as they are', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  let report: Report;
  let imported: ReadonlyMap<string, Resource>;
  beforeAll(async () => {
    source = await DrupalSource.start(RESOURCES);
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
    report = await site.takeOver();
    imported = await site.exportResources();
  });
  afterAll(async () => {
    await source.stop();
    await workshop.remove();
  });

  const attributes = (n: number): Resource['attributes'] => imported.get(toId('a', n))?.attributes;
  const counts = (part: string): readonly string[] =>
    report.notes.flatMap(({ message, count }) => (message.includes(part) ? [`${count} ${message}`] : []));

  it('stores every entry', () => {
    expect(report.problems).toMatchObject([
      { message: 'the content of a file was not taken over: The source gives no address of it.' },
    ]);
    expect(report.stored).toMatchObject({ inserted: RESOURCES.length - 1, updated: 0 });
  });

  it('stores the second of two entries with one path alias, and keeps references to it', () => {
    expect([1, 2].map((n) => attributes(n)?.['path'])).toMatchObject([{ alias: '/same' }, { alias: null }]);
    expect(imported.get(toId('a', 2))?.relationships).toMatchObject({
      field_next: { data: toIdentifier(3) },
    });
    expect(counts('alias was left out')).toEqual([
      "1 The path alias was left out: The path alias '…' is taken in the language 'en'.",
    ]);
  });

  it('removes NUL and broken characters of texts', () => {
    expect(attributes(3)).toMatchObject({ title: 'Title', field_note: 'a\ufffdb' });
    expect(counts('broken characters')).toEqual([
      '1 node--page.title: NUL or broken characters, which were removed or replaced',
      '1 node--page.field_note: NUL or broken characters, which were removed or replaced',
    ]);
  });

  it('does not publish an entry whose state cannot be read, and keeps the states and dates of the others', () => {
    expect(attributes(4)).toMatchObject({ status: false });
    expect(attributes(5)).toMatchObject({ status: false, created: '2020-01-01T00:00:00+00:00' });
    expect(attributes(6)).toMatchObject({ status: true });
    expect(counts('node--page.status')).toEqual([
      '1 node--page.status: a value that a field of the type boolean cannot hold',
      '1 node--page.status: a state that is neither true nor false; the entry is not published',
    ]);
    expect(counts('node--page.created').length).toBe(1);
  });

  it('takes numbers as titles', () => {
    expect(attributes(6)).toMatchObject({ title: '1984' });
    expect(counts('node--page.title: a number')).toEqual(['1 node--page.title: a number, which became text']);
  });

  it('counts references to resource types that are left out', () => {
    expect(counts('field_view')).toEqual([
      '1 node--page.field_view: a reference to a view--view, which is not taken over',
    ]);
  });

  it('says where the originals of translations are', () => {
    expect(counts('instead of its original')).toEqual([
      `1 node--page: a translation, taken over instead of its original, which is below ${source.url}/de/jsonapi`,
    ]);
    expect(counts('beside its original')).toEqual([
      '1 node--page: a translation beside its original, which was left out',
    ]);
    expect(attributes(13)).toMatchObject({ langcode: 'en', field_note: 'original' });
  });

  it('keeps the digits of whole numbers beyond 2^53', () => {
    expect(fieldTypes(report, 'node--page')).toMatchObject({ field_ext: 'string' });
    expect(attributes(9)).toMatchObject({
      field_ext: '1379505554728411138',
      field_json: { big: '-9007199254740993' },
    });
    expect(attributes(10)).toMatchObject({ field_ext: '7' });
  });

  it('counts members of values that fields do not have', () => {
    expect(attributes(10)).toMatchObject({ field_when: RANGE });
    expect(counts('field_when')).toEqual([
      "1 node--page.field_when: the member 'timezone', which was left out",
      "1 node--page.field_when: the member 'rrule', which was left out",
    ]);
  });

  it('stores compound values with a list under value as JSON', () => {
    expect(attributes(11)).toMatchObject({ field_table: { value: [['a', 'b']], caption: 'T' } });
  });

  it('keeps the lines of restricted_html', () => {
    expect(attributes(12)).toMatchObject({
      body: {
        value: '<p>line1<br>\nline2</p>',
        format: 'basic_html',
        processed: '<p>line1<br />\nline2</p>',
      },
    });
    expect(counts('makes paragraphs')).toEqual([
      '1 node--page.body: lines, of which the text format "restricted_html" makes paragraphs; their HTML was taken over',
    ]);
  });

  it('takes attributes with the names that every object has', () => {
    expect(attributes(14)).toMatchObject({
      ...{ field_constructor: 'Ferrari', to_string: 'x', x___proto__: 'y', has_own_property: 1 },
    });
    expect(attributes(13)).toMatchObject({ field_constructor: null });
  });

  it('makes schedules of times of publication', async () => {
    const resource = await site.exported(toId('a', 15));
    expect(resource?.attributes).toMatchObject({ publish_on: '2099-01-01T00:00:00+00:00' });
    expect(fieldTypes(report, 'node--page')).toMatchObject({
      publish_on: 'schedule',
      unpublish_on: 'schedule',
    });
    const { output } = await workshop.run(site.database, 'export');
    expect(output).not.toContain('"name":"publish_on"');
  });

  it('leads links by row numbers to the entries', () => {
    expect(attributes(15)).toMatchObject({
      field_link: { uri: 'internal:/same' },
      field_links: [
        { uri: 'internal:/same?x=1#y' },
        { uri: `entity:node/${toId('a', 16)}` },
        { uri: 'internal:/node/999' },
        { uri: `entity:taxonomy_term/${toId('c', 5)}` },
      ],
      body: {
        value: `<a href="/same">a</a> <a class='x' href='/de/same#top'>b</a> <a href="/node/1/edit">c</a>`,
      },
    });
    expect(counts('row number')).toEqual([
      '2 node--page.body: a link to a row number, which became the path alias of the entry',
      '1 node--page.field_link: a link to a row number, which became the path alias of the entry',
      '1 node--page.field_links: a link to a row number, which became the path alias of the entry',
      '2 node--page.field_links: a link to a row number, which became the id of the entry',
      '1 node--page.field_links: a link to a row number whose entry has no path alias or was not read; it is as it was',
    ]);
  });

  it('leaves out values that nest too deep', () => {
    expect(attributes(16)).toMatchObject({ title: 'Page 16', field_deep: null });
    expect(counts('field_deep').length).toBe(1);
  });

  it('computes an id where two resource types have the same, also for references', () => {
    const image = [...imported.values()].find(({ type }) => type === 'media--image');
    expect(image?.id).not.toBe(toId('a', 1));
    expect(imported.get(toId('a', 1))?.type).toBe('node--page');
    expect(imported.get(toId('c', 1))?.relationships).toMatchObject({
      field_image: { data: { type: 'media--image', id: image?.id } },
    });
    expect(counts('another one was computed')).toEqual([
      '1 media--image: an id that another resource type has; another one was computed',
    ]);
  });

  it('counts files without an address', () => {
    expect(counts('without an address')).toEqual(['1 file--file: a file without an address']);
  });

  it('gives two resource types of one name different bundles', () => {
    expect(imported.get(toId('d', 1))?.type).toBe('node--paragraph_text');
    expect(imported.get(toId('d', 2))).toMatchObject({
      type: expect.stringMatching(/^node--paragraph_text_[0-9a-f]{6}$/),
      attributes: { field_heading: 'Paragraph' },
    });
  });

  it('changes nothing when it is repeated', async () => {
    expect((await site.takeOver()).stored).toEqual({
      ...{ bundles: 0, inserted: 0, updated: 0, unchanged: RESOURCES.length - 1 },
    });
  });
});
