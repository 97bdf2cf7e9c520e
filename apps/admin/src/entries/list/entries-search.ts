/** What the list of entries shows, as it stands in the address. */
export interface EntriesSearch {
  /** What the label field contains. */
  readonly q?: string;
  readonly status?: 'published' | 'unpublished';
  /** Conditions on fields. */
  readonly filters?: readonly Condition[];
  /** A field, with `-` before it for descending. */
  readonly sort?: string;
  /** Fields besides the label. */
  readonly columns?: readonly string[];
  readonly offset?: number;
}

export interface Condition {
  /** A field, or a property of one. */
  readonly path: string;
  readonly operator: string;
  readonly value: string;
}

export function parseEntriesSearch(search: Readonly<Record<string, unknown>>): EntriesSearch {
  const { q, status, filters, sort, columns, offset } = search;
  return {
    ...(isText(q) ? { q } : {}),
    ...(status === 'published' || status === 'unpublished' ? { status } : {}),
    ...(Array.isArray(filters) ? { filters: filters.filter(isCondition) } : {}),
    ...(isText(sort) ? { sort } : {}),
    ...(Array.isArray(columns) ? { columns: columns.filter(isText) } : {}),
    ...(typeof offset === 'number' && offset > 0 ? { offset } : {}),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCondition(value: unknown): value is Condition {
  if (typeof value !== 'object' || value === null) return false;
  const { path, operator, value: operand } = value as Partial<Record<string, unknown>>;
  return isText(path) && isText(operator) && typeof operand === 'string';
}
