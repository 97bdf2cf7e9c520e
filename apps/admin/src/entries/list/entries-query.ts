import type { Filter, Query } from '../../jsonapi/query.js';
import type { ResourceType } from '../resource-type.js';
import { isReference } from '../values.js';
import type { EntriesSearch } from './entries-search.js';

const PAGE_SIZE = 25;

/** What the service is asked for, so that the list shows what its address says. */
export function entriesQuery({ labelField, allFields }: ResourceType, search: EntriesSearch): Query {
  const { q, status, filters = [], sort, columns = [], offset = 0 } = search;
  const conditions: Filter[] = filters.map(({ path, operator, value }) =>
    takesValue(operator) ? { path, operator, value } : { path, operator },
  );
  if (q !== undefined) conditions.push({ path: labelField.name, operator: 'CONTAINS', value: q });
  if (status !== undefined)
    conditions.push({ path: 'status', operator: '=', value: status === 'published' ? '1' : '0' });
  const references = allFields.filter(isReference).map(({ name }) => name);
  return {
    filters: conditions,
    sort: sort ?? (allFields.some(({ name }) => name === 'changed') ? '-changed' : undefined),
    include: columns.filter((name) => references.includes(name)),
    limit: PAGE_SIZE,
    offset,
  };
}

export function takesValue(operator: string): boolean {
  return !operator.endsWith('NULL');
}
