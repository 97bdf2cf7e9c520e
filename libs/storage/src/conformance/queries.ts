import type {
  Condition,
  EntryQuery,
  Filter,
  Group,
  IndexValue,
  Operator,
  Sort,
} from '@content-service/entries';
import { parseFieldPath, type Visibility } from './field-paths.js';

/** All entries of a type in creation order on one page, with the given differences. */
export function buildQuery(type: string, rest: Partial<EntryQuery> = {}): EntryQuery {
  return { type, publishedOnly: false, sort: [], offset: 0, limit: 1000, ...rest };
}

/** Makes the conditions and sorts of one type and one reader. */
export class QueryParts {
  constructor(
    private readonly type: string,
    private readonly visibility: Visibility = 'everything',
  ) {}

  /** @param values in the form they are compared in, see `IndexValue` */
  where(path: string, operator: Operator, ...values: readonly IndexValue[]): Condition {
    return { kind: 'condition', path: parseFieldPath(this.type, path, this.visibility), operator, values };
  }

  /** @param path with a `-` in front for descending order */
  sort(path: string): Sort {
    const descending = path.startsWith('-');
    return {
      path: parseFieldPath(this.type, descending ? path.slice(1) : path, this.visibility),
      direction: descending ? 'descending' : 'ascending',
      publishedOnly: this.visibility === 'published',
    };
  }
}

export function andGroup(...members: readonly Filter[]): Group {
  return { kind: 'group', conjunction: 'AND', members };
}

export function orGroup(...members: readonly Filter[]): Group {
  return { kind: 'group', conjunction: 'OR', members };
}
