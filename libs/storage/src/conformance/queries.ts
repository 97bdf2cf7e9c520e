import type {
  Condition,
  EntryQuery,
  Filter,
  Group,
  IndexValue,
  Operator,
  Sort,
} from '@content-service/entries';
import { pathFrom, type Sight } from './field-paths.js';

/** Everything of a type in order of creation, on one page, unless told otherwise. */
export function query(type: string, rest: Partial<EntryQuery> = {}): EntryQuery {
  return { type, publishedOnly: false, sort: [], offset: 0, limit: 1000, ...rest };
}

/** Makes the conditions and sorts of one type and one reader. */
export class QueryParts {
  constructor(
    private readonly type: string,
    private readonly sight: Sight = 'everything',
  ) {}

  /** @param values in the form they are compared in, see `IndexValue` */
  where(path: string, operator: Operator, ...values: readonly IndexValue[]): Condition {
    return { kind: 'condition', path: pathFrom(this.type, path, this.sight), operator, values };
  }

  /** @param path with a `-` in front for descending order */
  sort(path: string): Sort {
    const descending = path.startsWith('-');
    return {
      path: pathFrom(this.type, descending ? path.slice(1) : path, this.sight),
      direction: descending ? 'descending' : 'ascending',
    };
  }
}

export function and(...members: readonly Filter[]): Group {
  return { kind: 'group', conjunction: 'AND', members };
}

export function or(...members: readonly Filter[]): Group {
  return { kind: 'group', conjunction: 'OR', members };
}
