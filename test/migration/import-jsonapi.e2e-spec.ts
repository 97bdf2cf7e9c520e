import { existsSync, writeFileSync } from 'node:fs';
import { Workshop } from '../restore/backup-site.js';
import { PICTURE } from './drupal-files.js';
import { article, createSite, file, image, tag, toId } from './drupal-site.js';
import { DrupalSource } from './drupal-source.js';
import { fieldTypes, messages, MigratedSite } from './migrated-site.js';

/** Each test has a database of its own, which a busy server takes long to create. */
describe('content-service import-jsonapi', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  beforeEach(async () => {
    source = await DrupalSource.start(createSite(3));
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
  });
  afterEach(() => source.stop());
  afterAll(() => workshop.remove());

  it('keeps ids, dates, states, languages, paths and values of entries', async () => {
    await site.takeOver();

    expect(await site.exported(toId('a', 2))).toMatchObject({
      type: 'node--article',
      attributes: {
        ...{
          title: 'Article 2',
          status: false,
          langcode: 'de',
          path: { alias: '/articles/2', langcode: 'de' },
        },
        ...{ created: '2023-11-14T22:13:20+00:00', changed: '2023-11-16T00:00:00+00:00', promote: true },
        body: { value: '<p>Text 2</p>', format: 'basic_html', processed: '<p>Text 2</p>', summary: '' },
        ...{ field_rating: 2, field_score: 1, field_price: '2.50', field_day: '2023-11-15' },
        field_links: [{ uri: 'https://example.com/', title: 'Example', options: [] }],
      },
    });
  });

  it('keeps references forward, in cycles and to authors, and what they say about images', async () => {
    await site.takeOver();

    const [first, last] = [await site.exported(toId('a', 1)), await site.exported(toId('a', 3))];
    expect(first?.relationships).toMatchObject({
      uid: { data: { type: 'user--user', id: toId('e', 1) } },
      field_next: { data: { type: 'node--article', id: toId('a', 2) } },
      field_tags: { data: [{ type: 'taxonomy_term--tags', id: toId('c', 2) }] },
    });
    expect(last?.relationships).toMatchObject({ field_next: { data: { id: toId('a', 1) } } });
    expect((await site.exported(toId('c', 2)))?.relationships).toMatchObject({
      parent: { data: [{ id: toId('c', 1) }] },
    });
    expect((await site.exported(toId('f', 1)))?.relationships).toMatchObject({
      field_media_image: {
        data: { id: toId('8', 1), meta: { alt: 'Waves', title: '', width: 800, height: 600 } },
      },
    });
    expect((await site.exported(toId('8', 1)))?.attributes).toMatchObject({
      uri: { value: `public://${toId('8', 1)}/sea.jpg`, url: `/files/${toId('8', 1)}/sea.jpg` },
      ...{ filename: 'sea.jpg', filemime: 'image/jpeg', filesize: PICTURE.length, width: 3, height: 2 },
    });
  });

  it('derives the types of fields from documents', async () => {
    const report = await site.takeOver();

    expect(fieldTypes(report, 'node--article')).toMatchObject({
      ...{ body: 'text_with_summary', field_rating: 'integer', field_score: 'float', field_price: 'decimal' },
      ...{ field_day: 'datetime', field_links: 'link', field_next: 'entity_reference', promote: 'boolean' },
    });
    const [articles] = report.types;
    expect(articles?.leftOut).toEqual(
      expect.arrayContaining([
        { name: 'drupal_internal__nid', reason: 'kept by Drupal for itself' },
        { name: 'field_empty', reason: 'without any value' },
        { name: 'node_type', reason: 'points at node_type--node_type only' },
      ]),
    );
    expect(report.configuration).toEqual(['node_type--node_type']);
  });

  it('derives fields for images and files, to which further ones can be uploaded', async () => {
    const identifier = { type: 'file--file', id: toId('8', 1), meta: { display: true, description: '' } };
    source.resources = [
      ...source.resources.filter(({ type }) => type !== 'node--article' && type !== 'media--image'),
      article(1, 1, {}, { field_files: { data: [identifier] } }),
      image({ thumbnail: { data: { ...identifier, meta: { alt: '', width: 3, height: 2 } } } }),
      file(2, 'plan.dwg', 0),
      file(3, 'drawing.svg', 0),
    ];

    const report = await site.takeOver();

    expect(fieldTypes(report, 'media--image')).toMatchObject({
      ...{ field_media_image: 'image', thumbnail: 'entity_reference' },
    });
    const lines = await site.exportLines();
    expect(lines).toContainEqual(
      expect.objectContaining({
        bundle: 'article',
        fields: expect.arrayContaining([
          expect.objectContaining({
            ...{ name: 'field_files', type: 'file', cardinality: -1 },
            settings: { fileExtensions: expect.arrayContaining(['pdf', 'jpg', 'dwg']) },
          }),
        ]),
      }),
    );
    expect(JSON.stringify(lines)).not.toContain('"svg"');
    expect((await site.exported(toId('a', 1)))?.relationships).toMatchObject({
      field_files: { data: [identifier] },
    });
  });

  it('takes labels of bundles from their definitions, where these can be read', async () => {
    await site.takeOver();

    const lines = await site.exportLines();
    expect(lines).toContainEqual(
      expect.objectContaining({ bundle: 'article', label: 'Story', description: 'News and reports.' }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ bundle: 'tags', label: 'Tags' }));
  });

  it('turns content of other entity types into nodes, with their references', async () => {
    await site.takeOver();

    expect(await site.exported(toId('d', 1))).toMatchObject({
      type: 'node--paragraph_text',
      attributes: { title: 'Paragraph text d0000000', field_heading: 'Chapter', parent_id: '1' },
    });
    expect((await site.exported(toId('a', 1)))?.relationships).toMatchObject({
      field_text: { data: [{ type: 'node--paragraph_text', id: toId('d', 1) }] },
    });
  });

  it('changes nothing when it is repeated, and stores what changed at the source', async () => {
    const first = await site.takeOver();
    const before = await site.exportLines();

    expect(await site.takeOver()).toMatchObject({
      stored: { bundles: 0, inserted: 0, updated: 0, unchanged: 9 },
    });
    expect(await site.exportLines()).toEqual(before);
    expect(first.stored).toMatchObject({ inserted: 9 });

    source.resources = source.resources.map((resource) =>
      resource.id === toId('a', 1) ? article(1, 3, { title: 'Other', field_rating: null }) : resource,
    );
    expect(await site.takeOver()).toMatchObject({
      stored: { bundles: 0, inserted: 0, updated: 1, unchanged: 8 },
    });
    expect((await site.exported(toId('a', 1)))?.attributes).toMatchObject({
      ...{ title: 'Other', field_rating: null },
    });
  });

  it('adds fields and bundles that are new at the source', async () => {
    await site.takeOver();
    source.resources = [article(1, 1, { field_new: 'x' }), { type: 'node--page', id: toId('b', 1) }];

    expect(await site.takeOver()).toMatchObject({ stored: { bundles: 2, inserted: 1 }, problems: [] });

    expect((await site.exported(toId('a', 1)))?.attributes).toMatchObject({
      field_new: 'x',
      field_rating: 1,
    });
    expect(await site.exported(toId('b', 1))).toMatchObject({ type: 'node--page' });
  });

  it('keeps fields and labels that administrators have changed', async () => {
    await site.takeOver();
    const lines = await site.exportLines();
    const bundle = lines.find((line) => 'bundle' in line && line.bundle === 'article');
    const changed = JSON.stringify({ ...bundle, label: 'Reports' });
    writeFileSync(workshop.path('changed.ndjson'), `${JSON.stringify(lines[0])}\n${changed}\n`);
    await workshop.json(site.database, 'import', workshop.path('changed.ndjson'));

    await site.takeOver();

    expect(await site.exportLines()).toContainEqual(expect.objectContaining({ label: 'Reports' }));
  });

  it('shows model and counts with --dry-run, and stores nothing', async () => {
    const { code, output } = await site.run('--dry-run');

    expect(code).toBe(0);
    expect(output).toContain('node--article → node--article: 3 read, 0 not readable\n');
    expect(output).toContain('  field_next: entity_reference to node--article\n');
    expect(output).toContain('nothing was changed (--dry-run)');
    expect(existsSync(site.folder)).toBe(false);
    expect((await site.exportLines()).map(({ kind }) => kind)).toEqual(['header', 'menu', 'menu']);
  });

  it('counts resources and references that cannot be read', async () => {
    source.hidden.add(toId('a', 3));
    source.resources = source.resources.map((resource) =>
      resource.id === toId('a', 1)
        ? article(1, 3, {}, { field_tags: { data: [{ type: 'taxonomy_term--tags', id: 'missing' }] } })
        : resource,
    );

    const report = await site.takeOver();

    expect(report.types[0]).toMatchObject({
      ...{ type: 'node--article', read: 2, hidden: 1 },
      hiddenExamples: [`${source.url}/jsonapi/node/article/${toId('a', 3)}`],
    });
    expect(messages(report.notes)).toEqual(
      expect.arrayContaining([
        'node--article.field_tags: a reference to a missing resource',
        'field_next points at the node--article …, which does not exist; the reference was omitted.',
      ]),
    );
    expect(report.problems).toEqual([]);
    expect((await site.exported(toId('a', 2)))?.relationships).toMatchObject({ field_next: { data: null } });
  });

  it('takes over what --include and --exclude select', async () => {
    const report = await site.takeOver('--include', 'node--*,taxonomy_term--tags', '--exclude', 'media--*');

    expect(report.types.map(({ type }) => type)).toEqual(['node--article', 'taxonomy_term--tags']);
    expect(source.requestsOf('/jsonapi/user')).toEqual([]);
    expect(messages(report.notes)).toContain(
      'uid points at the user--user …, which does not exist; the reference was omitted.',
    );
  });

  it('refuses to select a resource type that the source does not have', async () => {
    const { code, errors } = await site.run('--include', 'node--articel');

    expect([code, errors]).toEqual([
      1,
      expect.stringContaining(
        "the source has no resource type 'node--articel'. It has node--article, taxonomy_term--tags",
      ),
    ]);
  });

  it('connects entries to those of an earlier import', async () => {
    await site.takeOver('--include', 'taxonomy_term--tags');

    await site.takeOver('--include', 'node--article');

    expect((await site.exported(toId('a', 1)))?.relationships).toMatchObject({
      field_tags: { data: [{ id: toId('c', 2) }] },
    });
  });

  it('stores values of different types as JSON and leaves out values that a base field cannot hold', async () => {
    source.resources = [
      article(1, 2, { field_mixed: 'text', changed: 'yesterday' }),
      article(2, 2, { field_mixed: 7, title: `Long ${'x'.repeat(300)}` }),
    ];

    const report = await site.takeOver();

    expect(fieldTypes(report, 'node--article')['field_mixed']).toBe('json');
    expect((await site.exported(toId('a', 2)))?.attributes).toMatchObject({ field_mixed: 7 });
    expect(messages(report.notes)).toEqual(
      expect.arrayContaining([
        'node--article.field_mixed: values of different types (string, integer), stored as JSON',
        'node--article.title: a text of more than 255 characters; it was cut',
      ]),
    );
  });

  it('gives resources without UUIDs the same ids in every import', async () => {
    source.resources = [
      { type: 'articles', id: '1', attributes: { headline: 'One', fieldTags: ['x'] }, relationships: {} },
      {
        ...{ type: 'articles', id: '2', attributes: { headline: 'Two' } },
        relationships: { previous: { data: { type: 'articles', id: '1' } } },
      },
    ];

    expect(await site.takeOver()).toMatchObject({ stored: { inserted: 2 }, problems: [] });
    expect(await site.takeOver()).toMatchObject({ stored: { inserted: 0, unchanged: 2 } });

    const entries = (await site.exportLines()).flatMap(({ resource }) => resource ?? []);
    expect(entries.map(({ type, attributes }) => [type, attributes?.['title']])).toEqual([
      ['node--articles', 'One'],
      ['node--articles', 'Two'],
    ]);
    expect(entries[0]?.attributes).toMatchObject({ field_tags: ['x'] });
    expect(entries[1]?.relationships).toMatchObject({ previous: { data: { id: entries[0]?.id } } });
  });

  it('reads labels, lists of values and targets from JSON Schema', async () => {
    source.override = ({ path }) =>
      path === '/jsonapi/node/article/resource/schema' ? { body: ARTICLE_SCHEMA } : undefined;

    const report = await site.takeOver();

    expect(fieldTypes(report, 'node--article')).toMatchObject({
      field_colour: 'list_string',
      field_more: 'entity_reference',
    });
    expect(await site.exportLines()).toContainEqual(
      expect.objectContaining({
        fields: expect.arrayContaining([
          expect.objectContaining({
            ...{ name: 'field_colour', label: 'Colour', cardinality: 2 },
            settings: { allowedValues: [{ value: 'red', label: 'Red' }] },
          }),
          expect.objectContaining({ name: 'field_more', settings: { targetTypes: ['taxonomy_term--tags'] } }),
        ]),
      }),
    );
  });

  it('reads fields from an OpenAPI description', async () => {
    source.override = ({ path }) =>
      path === '/openapi/jsonapi?_format=json'
        ? { body: { swagger: '2.0', definitions: { 'node--article': ARTICLE_SCHEMA } } }
        : undefined;

    expect(fieldTypes(await site.takeOver(), 'node--article')).toMatchObject({ field_colour: 'list_string' });
  });

  it('pages through large collections', async () => {
    source.resources = [...Array.from({ length: 130 }, (_, n) => article(n + 1, 130)), tag(1)];

    expect(await site.takeOver('--page-size', '40')).toMatchObject({
      stored: { inserted: 131 },
      problems: [],
    });
    expect(source.requestsOf('/jsonapi/node/article?').map(({ path }) => path)).toEqual(
      ['page[limit]=40', ...[40, 80, 120].map((n) => `page[limit]=40&page[offset]=${n}`)].map(
        (query) => `/jsonapi/node/article?${query}`,
      ),
    );
  });
});

const ARTICLE_SCHEMA = {
  allOf: [{ $ref: 'https://jsonapi.org/schema#/definitions/resource' }],
  properties: {
    attributes: {
      type: 'object',
      properties: {
        title: { type: 'string', title: 'Title', maxLength: 255 },
        field_colour: {
          ...{ type: 'array', title: 'Colour', maxItems: 2 },
          items: { type: 'string', oneOf: [{ const: 'red', title: 'Red' }] },
        },
      },
      required: ['title'],
    },
    relationships: {
      type: 'object',
      properties: {
        field_more: {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: { type: 'object', properties: { type: { enum: ['taxonomy_term--tags'] } } },
            },
          },
        },
      },
    },
  },
};
