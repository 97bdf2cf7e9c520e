import type { PathEnd, PathStep } from '@content-service/entries';
import { raw, type Sql } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import {
  findReference,
  findValue,
  type IndexedReference,
  type IndexedValue,
  type Layout,
  type TypeLayout,
} from '../index-tables/layout.js';

type PropertyEnd = Extract<PathEnd, { kind: 'property' }>;

/** An entry as a statement speaks of it: a row of its type's table under an alias. */
export interface Reached {
  readonly type: TypeLayout;
  readonly alias: string;
}

/** What the parts of one statement share: the layout, the dialect, and names for tables. */
export class QueryWriter {
  private aliases = 0;
  private missed = false;

  constructor(
    readonly layout: Layout,
    readonly dialect: Dialect,
  ) {}

  /** Whether the query named something that the layout does not have: another process may have changed the model. */
  get missedSomething(): boolean {
    return this.missed;
  }

  /** The same names for the same form of query, so that drivers find its statement in their cache. */
  alias(letter: string): string {
    this.aliases += 1;
    return `${letter}${this.aliases}`;
  }

  typeOf(name: string): TypeLayout | undefined {
    return this.noticing(this.layout.find(name));
  }

  valueOf(type: TypeLayout, { field, property, multiple }: PropertyEnd): IndexedValue | undefined {
    return this.noticing(findValue(type, field, property, multiple));
  }

  linkageOf(type: TypeLayout, step: PathStep): IndexedReference | undefined {
    return this.noticing(findReference(type, step.field, 'linkage'));
  }

  /** The column of a reference to one target, where there is one. */
  targetColumnOf(type: TypeLayout, step: PathStep): IndexedReference | undefined {
    return findReference(type, step.field, 'column');
  }

  isPublished(alias: string): Sql {
    return this.dialect.usually(raw(`${alias}.published = 1`));
  }

  private noticing<T>(found: T | undefined): T | undefined {
    this.missed ||= found === undefined;
    return found;
  }
}
