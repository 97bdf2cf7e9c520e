import type { Field } from '../management-api/resources.js';
import type { Json } from '../jsonapi/document.js';
import { formatCell } from './format-cell.js';

const field = (type: string, settings: Field['settings'] = {}): Field => ({
  name: 'field_x',
  type,
  label: 'X',
  required: false,
  cardinality: 1,
  settings,
});
const COLOURS = { allowedValues: [{ value: 'r', label: 'Red' }] };

describe('formatCell', () => {
  it.each<readonly [Field, Json, string]>([
    [field('string'), null, ''],
    [field('string'), ['a', 'b'], 'a, b'],
    [field('boolean'), false, 'No'],
    [field('integer'), 0, '0'],
    [field('list_string', COLOURS), 'r', 'Red'],
    [field('text_long'), { value: '<p>Two\n <em>words</em></p>', format: 'basic_html' }, 'Two words'],
    [field('link'), { uri: 'https://a.example', title: '', options: [] }, 'https://a.example'],
    [field('link'), { uri: 'https://a.example', title: 'A', options: [] }, 'A'],
    [field('daterange'), { value: '2026-01-01', end_value: '2026-01-03' }, '2026-01-01 – 2026-01-03'],
    [field('path'), { alias: '/about', langcode: 'en' }, '/about'],
    [field('file_uri'), { value: 'cs://a/x.pdf', url: '/files/a/x.pdf' }, '/files/a/x.pdf'],
    [field('focal_point'), { x: 50, y: 12.5 }, '50% from the left, 12.5% from the top'],
    [field('json'), { a: 1 }, '{"a":1}'],
  ])('for the field %j formats %j as «%s»', (cellField, value, text) => {
    expect(formatCell(cellField, value)).toBe(text);
  });
});
