import type { Resource } from '../../jsonapi/document.js';
import type { Field } from '../../management-api/resources.js';
import type { ResourceType } from '../resource-type.js';
import { toCopy } from './to-copy.js';

const field = (name: string, type: string): Field => ({
  name,
  type,
  label: name,
  required: false,
  cardinality: 1,
  settings: {},
});
const TITLE = field('title', 'string');
const TYPE = {
  labelField: TITLE,
  allFields: [
    TITLE,
    ...[field('status', 'boolean'), field('created', 'timestamp'), field('changed', 'timestamp')],
    ...[field('path', 'path'), field('uid', 'entity_reference'), field('body', 'text_long')],
    ...[field('field_tag', 'entity_reference'), field('field_empty', 'string')],
  ],
} as unknown as ResourceType;

const TAG = { type: 'taxonomy_term--tags', id: 't' };

const article = (title: string): Resource => ({
  type: 'node--article',
  id: 'a',
  attributes: {
    title,
    status: true,
    created: '2026-01-01T00:00:00+00:00',
    changed: '2026-01-01T00:00:00+00:00',
    path: { alias: '/a', langcode: 'en' },
    body: { value: '<p>x</p>', format: 'basic_html', processed: '<p>x</p>' },
    field_empty: null,
  },
  relationships: { uid: { data: { type: 'user--user', id: 'u' } }, field_tag: { data: TAG } },
});

describe('toCopy', () => {
  it('is an unpublished draft with the values, but without time, author and path of its own', () => {
    expect(toCopy(article('Trams'), TYPE)).toEqual({
      attributes: {
        title: 'Trams (copy)',
        body: { value: '<p>x</p>', format: 'basic_html' },
        status: false,
      },
      relationships: { field_tag: { data: TAG } },
    });
  });

  it('shortens a title that would be too long', () => {
    const { title } = toCopy(article('x'.repeat(255)), TYPE).attributes;

    expect(title).toBe(`${'x'.repeat(248)} (copy)`);
  });
});
