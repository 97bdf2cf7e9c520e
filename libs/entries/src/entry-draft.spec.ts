import { type Bundle, ContentModel, defineField } from '@content-service/bundles';
import type { JsonObject } from '@content-service/kernel';
import { type DraftContext, type EntryDraft, parseDraft, type ParsedDraft } from './entry-draft.js';
import { Entry } from './entry.js';

const article: Bundle = {
  entityType: 'node',
  bundle: 'article',
  label: 'Article',
  since: 1,
  fields: [
    defineField('body', 'text_long'),
    defineField('field_rating', 'integer', { settings: { max: 100 } }),
    defineField('field_multi', 'string', { cardinality: 2 }),
    defineField('field_data', 'json'),
    defineField('field_tags', 'entity_reference', {
      cardinality: -1,
      settings: { targetTypes: ['taxonomy_term--tags'] },
    }),
    defineField('field_lead', 'entity_reference', {
      required: true,
      settings: { targetTypes: ['node--article'] },
    }),
  ],
};
const model = new ContentModel(1, [
  article,
  { entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', since: 1, fields: [] },
  {
    entityType: 'node',
    bundle: 'event',
    label: 'Event',
    since: 1,
    fields: [
      defineField('field_day', 'datetime', { required: true, settings: { datetimeType: 'date' } }),
      defineField('field_names', 'string', { required: true, cardinality: -1 }),
      defineField('field_lead', 'entity_reference', {
        required: true,
        settings: { targetTypes: ['node--article'] },
      }),
    ],
  },
  {
    entityType: 'taxonomy_term',
    bundle: 'place',
    label: 'Place',
    since: 1,
    fields: [defineField('field_code', 'string', { required: true })],
  },
]);
const now = '2024-01-02T03:04:05+00:00';
const id = 'a0000000-0000-4000-8000-000000000001';
const lead = { field_lead: { data: { type: 'node--article', id } } };

function check(
  attributes: JsonObject,
  relationships: JsonObject = lead,
  previous?: Entry,
  allowReadOnly = false,
): ParsedDraft {
  return parseDraft({ attributes, relationships }, previous, {
    ...createContext('node--article'),
    allowReadOnly,
  });
}

function createContext(name: string): DraftContext {
  const type = model.find(name);
  if (type === undefined) throw new Error(`The model has no ${name}.`);
  return { type, model, formatter: { toHtml: (text: string) => text }, now };
}

/** `code pointer` of every problem. */
const formatProblems = ({ problems }: ParsedDraft): string[] =>
  problems.kept.map(({ code, source }) => `${code} ${source?.pointer ?? ''}`);

const stored = Entry.of(
  {
    id,
    type: 'node--article',
    published: true,
    created: 1,
    changed: 1,
    version: 1,
    position: 1,
    modelVersion: 1,
  },
  { title: 'Before', status: true, created: now, changed: now, langcode: 'en', field_rating: 5 },
  { field_lead: [{ type: 'node--article', id }], field_tags: [] },
);

describe('parseDraft of a new entry', () => {
  it('sets the initial values of base fields that the draft lacks', () => {
    const { attributes, relationships, problems } = check({ title: 'New', field_multi: 'one' });

    expect(problems.kept).toEqual([]);
    expect(attributes).toEqual({
      title: 'New',
      status: true,
      created: now,
      changed: now,
      langcode: 'en',
      path: { alias: null, langcode: 'en' },
      body: null,
      field_rating: null,
      field_multi: ['one'],
      field_data: null,
    });
    expect(relationships).toEqual({ uid: [], field_tags: [], field_lead: [{ type: 'node--article', id }] });
  });

  it('reports all problems with their pointers', () => {
    const draft = check(
      {
        title: '',
        nope: 1,
        field_rating: 101,
        field_multi: ['a', 'b', 'c'],
        body: { value: 'x', format: 'y' },
      },
      { nope: { data: null }, field_tags: { data: { type: 'taxonomy_term--tags', id } } },
    );

    expect(formatProblems(draft)).toEqual([
      'unknown_field /data/attributes/nope',
      'invalid_field_value /data/attributes/field_rating',
      'invalid_field_value /data/attributes/field_multi',
      'invalid_field_value /data/attributes/body/format',
      'unknown_field /data/relationships/nope',
      'invalid_field_value /data/relationships/field_tags/data',
      'value_missing /data/attributes/title',
      'value_missing /data/relationships',
    ]);
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['a relationship under attributes', { title: 'x', field_tags: [] }, lead, 'unknown_field'],
    ['the login name of a user', { title: 'x', name: 'x' }, lead, 'unknown_field'],
    ['a time of change', { title: 'x', changed: '2020-01-01T00:00:00+00:00' }, lead, 'field_read_only'],
    ['a state of nothing', { title: 'x', status: null }, lead, 'value_missing'],
    ['a relationship without data', { title: 'x' }, { ...lead, uid: {} }, 'invalid_field_value'],
    ['a list for a to-one', { title: 'x' }, { field_lead: { data: [] } }, 'invalid_field_value'],
    [
      'an identifier without id',
      { title: 'x' },
      { field_lead: { data: { type: 'x' } } },
      'invalid_identifier',
    ],
    [
      'an identifier of an unknown type',
      { title: 'x' },
      { field_lead: { data: { type: 'nope', id } } },
      'invalid_identifier',
    ],
    [
      'a target of another type',
      { title: 'x' },
      { field_lead: { data: { type: 'taxonomy_term--tags', id } } },
      'invalid_field_value',
    ],
    [
      'a target with a malformed id',
      { title: 'x' },
      { field_lead: { data: { type: 'node--article', id: 'abc' } } },
      'target_missing',
    ],
  ])('reports %s', (_, attributes, relationships, code) => {
    expect(check(attributes, relationships).problems.kept.map((problem) => problem.code)).toEqual([code]);
  });

  it('keeps a list as the only value of a json field, and drops null members of other lists', () => {
    const { attributes } = check({ title: 'x', field_data: [1, null], field_multi: [null, 'a', null] });

    expect(attributes).toMatchObject({ field_data: [1, null], field_multi: ['a'] });
  });
});

describe('parseDraft of a change', () => {
  it('replaces the given members and keeps the others', () => {
    const { attributes, relationships, problems } = check({ title: 'After' }, {}, stored);

    expect(problems.kept).toEqual([]);
    expect(attributes).toMatchObject({ title: 'After', field_rating: 5 });
    expect(relationships).toMatchObject({ field_lead: [{ type: 'node--article', id }] });
  });

  it('accepts the present value of a read-only field', () => {
    expect(check({ changed: now }, {}, stored).problems.kept).toEqual([]);
  });

  it('reports a required value that the draft removes', () => {
    const draft = check({ title: null }, { field_lead: { data: null } }, stored);

    expect(formatProblems(draft)).toEqual([
      'value_missing /data/attributes/title',
      'value_missing /data/relationships/field_lead/data',
    ]);
  });
});

describe('parseDraft of a change of an entry that lacks a required value', () => {
  const lacking = Entry.of(stored, stored.attributes, { ...stored.relationships, field_lead: [] });

  it('accepts a draft without the field', () => {
    expect(check({ title: 'After' }, {}, lacking).problems.kept).toEqual([]);
    expect(check({}, lead, lacking).problems.kept).toEqual([]);
  });

  it('reports a draft that contains the field without a value', () => {
    expect(formatProblems(check({}, { field_lead: { data: null } }, lacking))).toEqual([
      'value_missing /data/relationships/field_lead/data',
    ]);
  });
});

describe('parseDraft of an entry that is not published', () => {
  const checkEvent = (draft: EntryDraft, previous?: Entry): string[] =>
    formatProblems(parseDraft(draft, previous, createContext('node--event')));
  const createEvent = (published: boolean, attributes: JsonObject = {}): Entry =>
    Entry.of(
      { ...stored.metadata, type: 'node--event', published },
      { title: 'Fair', status: published, created: now, changed: now, langcode: 'en', ...attributes },
      { field_lead: [] },
    );
  const finished = Entry.of(
    { ...stored.metadata, type: 'node--event' },
    { ...createEvent(true).attributes, field_day: '2024-01-02', field_names: ['Ada'] },
    { field_lead: [{ type: 'node--article', id }] },
  );

  it('requires the label alone', () => {
    expect(checkEvent({ attributes: { title: 'Fair', status: false } })).toEqual([]);
    expect(checkEvent({ attributes: { status: false } })).toEqual(['value_missing /data/attributes']);
    expect(checkEvent({ attributes: { title: null } }, createEvent(false))).toEqual([
      'value_missing /data/attributes/title',
    ]);
  });

  it('accepts that values are removed, also together with the publication', () => {
    const removed = {
      attributes: { field_day: null, field_names: [] },
      relationships: { field_lead: { data: null } },
    };
    const attributes = { ...removed.attributes, status: false };

    expect(checkEvent(removed, createEvent(false))).toEqual([]);
    expect(checkEvent({ ...removed, attributes }, finished)).toEqual([]);
    expect(checkEvent(removed, finished)).toEqual([
      'value_missing /data/attributes/field_day',
      'value_missing /data/attributes/field_names',
      'value_missing /data/relationships/field_lead/data',
    ]);
  });

  it('checks the values that there are, and those that every entry has', () => {
    expect(checkEvent({ attributes: { title: 'Fair', status: false, field_day: 'soon' } })).toEqual([
      'invalid_field_value /data/attributes/field_day',
    ]);
    expect(checkEvent({ attributes: { langcode: null } }, createEvent(false))).toEqual([
      'value_missing /data/attributes/langcode',
    ]);
  });

  it('names every missing value when it is published, whatever the draft has', () => {
    expect(checkEvent({ attributes: { status: true } }, createEvent(false))).toEqual([
      'value_missing /data/attributes',
      'value_missing /data/attributes',
      'value_missing /data',
    ]);
    const draft = { attributes: { status: true, field_names: 'Ada' } };
    expect(checkEvent(draft, createEvent(false, { field_day: '2024-01-02' }))).toEqual([
      'value_missing /data',
    ]);
  });

  it('requires all values of terms', () => {
    const term = createContext('taxonomy_term--place');
    const draft = { attributes: { name: 'Vienna', status: false } };

    expect(formatProblems(parseDraft(draft, undefined, term))).toEqual(['value_missing /data/attributes']);
  });
});

describe('parseDraft with allowReadOnly', () => {
  it('sets read-only fields', () => {
    const changed = '2020-01-01T00:00:00+00:00';

    expect(check({ title: 'x', changed }, lead, undefined, true).attributes).toMatchObject({ changed });
  });
});
