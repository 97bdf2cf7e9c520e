import type { Field } from '../management-api/resources.js';
import { getInitialValues, toMembers, formatPointer, toValues } from './values.js';

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

describe('toValues', () => {
  it('contains attributes and linkage, without processed text', () => {
    const attributes = { title: 'A', body: { value: 'a', format: 'plain_text', processed: '<p>a</p>' } };
    const resource = {
      type: 'node--article',
      id: '2',
      attributes,
      relationships: { field_tags: { data: [TAG] } },
    };

    expect(toValues(resource, FIELDS)).toEqual({
      title: 'A',
      status: null,
      body: { value: 'a', format: 'plain_text' },
      field_lines: [],
      field_tags: [TAG],
    });
  });
});

describe('getInitialValues', () => {
  it('has no values', () => {
    expect(getInitialValues(FIELDS)).toEqual({
      title: null,
      status: null,
      body: null,
      field_lines: [],
      field_tags: [],
    });
  });
});

describe('toMembers', () => {
  it('divides values into attributes and relationships, without nulls in lists', () => {
    expect(toMembers({ title: null, field_lines: ['a', null, 'b'], field_tags: [TAG] }, FIELDS)).toEqual({
      attributes: { title: null, field_lines: ['a', 'b'] },
      relationships: { field_tags: { data: [TAG] } },
    });
  });
});

describe('formatPointer', () => {
  it.each([
    [TITLE, '/data/attributes/title'],
    [TAGS, '/data/relationships/field_tags'],
  ])('formats %j as %s', (pointedField, pointer) => {
    expect(formatPointer(pointedField)).toBe(pointer);
  });
});
