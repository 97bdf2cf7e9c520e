import type { Field } from '../../manage/shapes.js';
import type { ResourceType } from '../resource-type.js';
import type { EntriesSearch } from './entries-search.js';

const USUAL = ['status', 'changed'];

/** The fields that a list shows besides the label. */
export function columnsOf({ allFields }: ResourceType, { columns = USUAL }: EntriesSearch): readonly Field[] {
  return allFields.filter(({ name }) => columns.includes(name));
}

const NOT_SORTABLE = [
  'entity_reference',
  'link',
  'path',
  'json',
  'daterange',
  'text_long',
  'text_with_summary',
];

export function isSortable({ type }: Field): boolean {
  return !NOT_SORTABLE.includes(type);
}
