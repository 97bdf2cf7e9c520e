import type { Bundle, ContentModel, Field } from '../../management-api/resources.js';
import { formatStep, pickApplicable, planImport } from './plan-import.js';
import { FORMAT, parseSitePackage, readSitePackage, toSitePackage } from './site-package.js';

const RATING: Field = {
  name: 'field_rating',
  type: 'integer',
  label: 'Rating',
  required: false,
  cardinality: 1,
  settings: { min: 0, max: 5 },
};
const ARTICLE: Bundle = {
  entityType: 'node',
  bundle: 'article',
  type: 'node--article',
  label: 'Articles',
  description: null,
  entries: 3,
  baseFields: [],
  fields: [RATING],
};
const FILE: Bundle = { ...ARTICLE, entityType: 'file', bundle: 'file', type: 'file--file', fields: [] };
const MODEL: ContentModel = {
  version: 1,
  fieldTypes: [],
  htmlFormats: [],
  entityTypes: [
    {
      name: 'node',
      label: 'Content',
      labelField: 'title',
      bundles: 'many',
      writable: true,
      creatable: true,
      versioned: true,
      unfinishedDrafts: true,
      schedulable: true,
    },
    {
      name: 'file',
      label: 'File',
      labelField: 'filename',
      bundles: 'one',
      writable: false,
      creatable: false,
      versioned: false,
      unfinishedDrafts: false,
      schedulable: false,
    },
  ],
  bundles: [ARTICLE, FILE],
};
const HEADER = JSON.stringify({ kind: 'header', format: FORMAT });

describe('toSitePackage and parseSitePackage', () => {
  it('write a header and the bundles of entity types with several bundles', () => {
    expect(
      toSitePackage(MODEL)
        .split('\n')
        .map((line) => (line === '' ? '' : (JSON.parse(line) as object))),
    ).toEqual([
      { kind: 'header', format: 'content-service/site@1' },
      { kind: 'bundle', entityType: 'node', bundle: 'article', label: 'Articles', fields: [RATING] },
      '',
    ]);
  });

  it('an import into the exported site has no steps', () => {
    expect(planImport(parseSitePackage(toSitePackage(MODEL)), MODEL)).toEqual([]);
  });

  it('an import into an empty site adds the bundles', () => {
    const steps = planImport(parseSitePackage(toSitePackage(MODEL)), { ...MODEL, bundles: [] });

    expect(steps.map(formatStep)).toEqual(['Add the type node--article with 1 field']);
  });

  it('ignore lines of other kinds and add defaults to fields', () => {
    const line = {
      kind: 'bundle',
      entityType: 'node',
      bundle: 'a',
      label: 'A',
      fields: [{ name: 'x', type: 'json' }],
    };
    const text = [HEADER, '', '{"kind":"user"}', JSON.stringify(line)].join('\r\n');

    expect(parseSitePackage(text)).toEqual([
      {
        entityType: 'node',
        bundle: 'a',
        label: 'A',
        fields: [{ name: 'x', type: 'json', label: 'x', required: false, cardinality: 1, settings: {} }],
      },
    ]);
  });

  it.each([
    ['', /^This is not a site package/],
    ['{"kind":"header","format":"other"}', /^This is not a site package/],
    [`${HEADER}\n{"kind":`, /^Line 2 is not a JSON object/],
    [`${HEADER}\n{"kind":"bundle"}`, /^A bundle needs entityType/],
    [
      `${HEADER}\n{"kind":"bundle","entityType":"a","bundle":"b","label":"c","fields":[{}]}`,
      /^A field needs name/,
    ],
  ])('refuse the file %j', (text, message) => {
    expect(() => parseSitePackage(text)).toThrow(message);
  });
});

describe('readSitePackage', () => {
  it('keeps the bundles and counts the entries, and the files with bytes', async () => {
    const bundle = { kind: 'bundle', entityType: 'node', bundle: 'a', label: 'A', fields: [] };
    const entry = { kind: 'entry', published: true, resource: { type: 'node--a', id: 'x' } };
    const bytes = [0, 393_216, 0].map((offset) =>
      JSON.stringify({ kind: 'bytes', id: 'x', offset, data: 'eA==' }),
    );
    const entryLines = Array<string>(3).fill(JSON.stringify(entry));
    const lines = [HEADER, JSON.stringify(bundle), ...bytes, ...entryLines, ''];

    const { bundles, entries, files } = await readSitePackage(new Blob([lines.join('\r\n')]));

    expect([bundles.map(({ label }) => label), entries, files]).toEqual([['A'], 3, 2]);
  });

  it('names the line of a fault behind entries', async () => {
    const text = [HEADER, '{"kind":"entry"}', '{"kind":'].join('\n');

    await expect(readSitePackage(new Blob([text]))).rejects.toThrow(/^Line 3 is not a JSON object/);
  });
});

describe('pickApplicable', () => {
  it('leaves out the types that have a refused field', () => {
    const line = { ...ARTICLE, description: 'Stories', fields: [{ ...RATING, type: 'float' }] };
    const other = { ...ARTICLE, description: 'News', bundle: 'news' };

    expect(pickApplicable(planImport([line, other], MODEL)).map(formatStep)).toEqual([
      'Add the type node--news with 1 field',
    ]);
  });
});

describe('planImport', () => {
  it('plans additions, changes and refusals by field', () => {
    const line = {
      ...ARTICLE,
      description: 'Stories',
      fields: [
        { ...RATING, required: true },
        { ...RATING, name: 'field_new' },
      ],
    };

    expect(planImport([line], MODEL).map(formatStep)).toEqual([
      'Change the name or description of node--article',
      'Change field_rating of node--article',
      'Add field_new to node--article',
    ]);
    const renamed = { ...line, label: ARTICLE.label, fields: [{ ...RATING, description: 'Stars' }] };
    expect(
      planImport([{ ...renamed, fields: [line.fields[1] ?? RATING, RATING] }], MODEL).map(formatStep),
    ).toEqual([
      'Change the name or description of node--article',
      'Add field_new to node--article',
      'Change the order of the fields of node--article',
    ]);
    expect(planImport([renamed], MODEL).map(formatStep)).toContain('Change field_rating of node--article');
    const moved = { ...line, fields: [{ ...RATING, formDisplay: { group: 'Reviews' } }] };
    expect(planImport([moved], MODEL).map(formatStep)).toContain('Change field_rating of node--article');
    expect(
      planImport([{ ...line, fields: [{ ...RATING, type: 'float' }] }], MODEL).map(formatStep),
    ).toContain('Leave field_rating of node--article as it is: it is integer, not float');
  });
});
