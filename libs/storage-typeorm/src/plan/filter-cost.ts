import type { Condition, Filter, Sort } from '@content-service/entries';
import { hasIndex } from './catalog.js';

/** Whether an index finds the few entries that a filter can match. */
export function isNarrow(filter: Filter): boolean {
  return estimateFilterCost(filter).narrow;
}

/** Whether a filter reads the type's own table alone, from an index. */
export function isIndexLookupOfOwnValues(filter: Filter): boolean {
  const { narrow, local } = estimateFilterCost(filter);
  return narrow && local && filter.kind !== 'nothing';
}

/** The rows that a filter reads. */
interface FilterCost {
  /** An index finds the few entries that can match. */
  readonly narrow: boolean;
  /** Evaluated on the row of the type's own table alone. */
  readonly local: boolean;
}

/**
 * In an AND group one narrow member is enough, as long as every other member is narrow or local. Each member is visited
 * once: a second visit on every level would double the work with each nested group.
 */
function estimateFilterCost(filter: Filter): FilterCost {
  switch (filter.kind) {
    case 'nothing':
      return { narrow: true, local: true };
    case 'fulltext':
      return { narrow: false, local: false };
    case 'condition':
      return {
        narrow: isIndexLookup(filter),
        local: filter.path.steps.length === 0 && !hasSeparateTable(filter.path),
      };
    case 'group': {
      const members = filter.members.map(estimateFilterCost);
      const local = members.every((member) => member.local);
      const everyNarrow = members.every(({ narrow }) => narrow);
      if (filter.conjunction === 'OR') return { narrow: everyNarrow, local };
      const someNarrow = members.some(({ narrow }) => narrow);
      return { narrow: someNarrow && members.every(({ narrow, local }) => narrow || local), local };
    }
  }
}

/** `=` and IN on the entry's own indexed values, or on the ids in its linkage. */
function isIndexLookup({ operator, path }: Condition): boolean {
  if (operator !== '=' && operator !== 'IN') return false;
  const isInLinkage = path.steps.length === 1 && path.end.kind === 'id';
  return isInLinkage || (path.steps.length === 0 && hasIndex(path));
}

/** Long texts and lists of values are stored in separate tables. */
function hasSeparateTable({ end }: Condition['path']): boolean {
  return end.kind === 'property' && (end.multiple || end.property.kind === 'text');
}

/** Whether the sort key needs a subquery for every row. */
export function needsSubquery({ path }: Sort): boolean {
  return path.steps.length > 0 || hasSeparateTable(path);
}
