import type { Field } from '../manage/shapes.js';
import { initialValues, membersOf, pointerTo, valuesOf } from './values.js';

const field = (name: string, type: string, cardinality = 1): Field => ({
  name,
  type,
  label: name,
  required: false,
  cardinality,
  settings: {},
});

const TITLE = field('title', 'string');
const STATUS = field('status', 'boolean');
const BODY = field('body', 'text_long');
const LINES = field('field_lines', 'string', -1);
const TAGS = field('field_tags', 'entity_reference', -1);
const FIELDS = [TITLE, STATUS, BODY, LINES, TAGS];
const TAG = { type: 'taxonomy_term--tags', id: '1' };

describe('valuesOf', () => {
  it('takes attributes and linkage, and leaves what the service made of formatted text', () => {
    const attributes = { title: 'A', body: { value: 'a', format: 'plain_text', processed: '<p>a</p>' } };
    const resource = {
      type: 'node--article',
      id: '2',
      attributes,
      relationships: { field_tags: { data: [TAG] } },
    };

    expect(valuesOf(resource, FIELDS)).toEqual({
      title: 'A',
      status: null,
      body: { value: 'a', format: 'plain_text' },
      field_lines: [],
      field_tags: [TAG],
    });
  });
});

describe('initialValues', () => {
  it('has nothing but the wish to be published', () => {
    expect(initialValues(FIELDS)).toEqual({
      title: null,
      status: true,
      body: null,
      field_lines: [],
      field_tags: [],
    });
  });
});

describe('membersOf', () => {
  it('sorts what was changed into attributes and relationships, without empty lines', () => {
    expect(membersOf({ title: null, field_lines: ['a', null, 'b'], field_tags: [TAG] }, FIELDS)).toEqual({
      attributes: { title: null, field_lines: ['a', 'b'] },
      relationships: { field_tags: { data: [TAG] } },
    });
  });
});

describe('pointerTo', () => {
  it.each([
    [TITLE, '/data/attributes/title'],
    [TAGS, '/data/relationships/field_tags'],
  ])('of %j is %s', (of, pointer) => {
    expect(pointerTo(of)).toBe(pointer);
  });
});
