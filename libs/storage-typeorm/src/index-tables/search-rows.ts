import { isDeepStrictEqual } from 'node:util';
import { type Entry, type SearchedProperty, toSearchText } from '@content-service/entries';
import { parseUuid } from '@content-service/kernel';
import type { Row } from '../database/sql.js';
import type { IndexedSearch, TypeIndexSchema } from './index-schema.js';

/** The words of each searched property of an entry that has any. */
export function deriveSearchRows(
  entry: Entry,
  { search }: TypeIndexSchema,
): { readonly table: string; readonly key: Row; readonly values: Row }[] {
  const id = parseUuid(entry.id);
  return search.flatMap((indexed) => {
    const tokens = toSearchText(entry, indexed);
    return tokens === ''
      ? []
      : [{ table: 'ix_search', key: { id, prop_id: indexed.id }, values: { tokens } }];
  });
}

/** The searched properties whose values differ between two versions of an entry: only their rows are to be compared. */
export function withChangedSearch(
  type: TypeIndexSchema,
  before: Entry | undefined,
  after: Entry | undefined,
): TypeIndexSchema {
  if (before === undefined || after === undefined) return type;
  const isChanged = ({ field }: IndexedSearch): boolean =>
    !isDeepStrictEqual(before.attributes[field], after.attributes[field]);
  return { ...type, search: type.search.filter(isChanged) };
}

/** The stored property of a search. */
export function findSearch(
  { search }: TypeIndexSchema,
  { field, property }: SearchedProperty,
): IndexedSearch | undefined {
  return search.find((indexed) => indexed.field === field && indexed.property === property);
}
