import type { EntryQuery } from './entry-query.js';
import type { FieldPath } from './field-path.js';
import type { Filter } from './filter.js';

/**
 * How much work a query is by its paths alone: what a path can lead to multiplies with every relationship, so one
 * through n relationships weighs n².
 */
export function queryWeight({ filter, sort }: Pick<EntryQuery, 'filter' | 'sort'>): number {
  const paths = [...sort.map(({ path }) => path), ...(filter === undefined ? [] : pathsIn(filter))];
  return paths.reduce((weight, { steps }) => weight + steps.length ** 2, 0);
}

function pathsIn(filter: Filter): readonly FieldPath[] {
  switch (filter.kind) {
    case 'condition':
      return [filter.path];
    case 'group':
      return filter.members.flatMap(pathsIn);
    case 'nothing':
      return [];
  }
}
