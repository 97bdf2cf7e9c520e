import type { Condition, Operator, PathEnd, PathStep, SearchedProperty } from '@content-service/entries';
import { all, join, raw, Sql, sql, TRUE } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { isUnlinking } from '../entries/unlinking.js';
import {
  findReference,
  findValue,
  formatColumnName,
  type IndexedReference,
  type IndexedSearch,
  type IndexedValue,
  type IndexSchema,
  type TypeIndexSchema,
} from '../index-tables/index-schema.js';
import { findSearch } from '../index-tables/search-rows.js';

type PropertyEnd = Extract<PathEnd, { kind: 'property' }>;

/** A row of a type's table under an alias. */
export interface TableRef {
  readonly type: TypeIndexSchema;
  readonly alias: string;
}

export interface QueryWriterOptions {
  /** Whether deleted entries may still be in linkage (`entries/unlinking.ts`): no path leads to them. */
  readonly hasPendingUnlinks?: boolean;
  /** Selected behind the columns of the query. */
  readonly furtherColumns?: readonly Sql[];
}

/** The context of one statement: index schema, dialect, and table aliases. */
export class QueryWriter {
  private aliases = 0;
  private hasUnknownName = false;
  private readonly hasPendingUnlinks: boolean;
  private readonly furtherColumns: readonly Sql[];

  constructor(
    readonly indexSchema: IndexSchema,
    readonly dialect: Dialect,
    { hasPendingUnlinks = false, furtherColumns = [] }: QueryWriterOptions = {},
  ) {
    this.hasPendingUnlinks = hasPendingUnlinks;
    this.furtherColumns = furtherColumns;
  }

  /** Whether the query has a name that the index schema lacks: another process may have changed the model. */
  get isSchemaStale(): boolean {
    return this.hasUnknownName;
  }

  /** Deterministic aliases, so that drivers find the statement of an equal query in their cache. */
  nextAlias(letter: string): string {
    this.aliases += 1;
    return `${letter}${this.aliases}`;
  }

  /** What stands behind SELECT. */
  toColumns(columns: readonly Sql[]): Sql {
    return join([...columns, ...this.furtherColumns]);
  }

  findType(name: string): TypeIndexSchema | undefined {
    return this.noteUnknown(this.indexSchema.find(name));
  }

  findValue(type: TypeIndexSchema, { field, property, multiple }: PropertyEnd): IndexedValue | undefined {
    return this.noteUnknown(findValue(type, field, property, multiple));
  }

  findLinkage(type: TypeIndexSchema, step: PathStep): IndexedReference | undefined {
    return this.noteUnknown(findReference(type, step.field, 'linkage'));
  }

  findSearch(type: TypeIndexSchema, property: SearchedProperty): IndexedSearch | undefined {
    return this.noteUnknown(findSearch(type, property));
  }

  /** The column of a reference to one target, where there is one. */
  findTargetColumn(type: TypeIndexSchema, step: PathStep): IndexedReference | undefined {
    return findReference(type, step.field, 'column');
  }

  /** A column of a target, NULL instead of a deleted one. */
  targetColumn(column: Sql): Sql {
    return this.hasPendingUnlinks
      ? sql`CASE WHEN ${isUnlinking(column)} THEN NULL ELSE ${column} END`
      : column;
  }

  /** That a target is not a deleted one. */
  isCurrentTarget(column: Sql): Sql {
    return this.hasPendingUnlinks ? sql`NOT ${isUnlinking(column)}` : TRUE;
  }

  /** That a row of `entry_ref` is at an index of the linkage, in which deleted targets do not count. */
  isAtDelta(ref: string, delta: number): Sql {
    if (!this.hasPendingUnlinks) return sql`${raw(ref)}.delta = ${delta}`;
    const before = this.nextAlias('d');
    return sql`${raw(ref)}.delta - (SELECT COUNT(*) FROM entry_ref ${raw(before)}
      WHERE ${raw(`${before}.source = ${ref}.source AND ${before}.prop_id = ${ref}.prop_id AND ${before}.delta < ${ref}.delta`)}
        AND ${isUnlinking(raw(`${before}.target`))}) = ${delta}`;
  }

  publishedCondition(alias: string): Sql {
    return this.dialect.likely(raw(`${alias}.published = 1`));
  }

  isUnpublished(alias: string): Sql {
    return raw(`${alias}.published = 0`);
  }

  private noteUnknown<T>(found: T | undefined): T | undefined {
    this.hasUnknownName ||= found === undefined;
    return found;
  }
}

/** The storage of linkage, where it meets `isLink`: a column of the entry's own row, or rows of `entry_ref`. */
export type Link =
  | { readonly kind: 'column'; readonly target: Sql; readonly isLink: Sql }
  | {
      readonly kind: 'rows';
      readonly target: Sql;
      readonly source: Sql;
      readonly entryId: Sql;
      readonly table: Sql;
      readonly isLink: Sql;
    };

/** `undefined` where the entry cannot have a target: its type lacks the field, or the field has fewer values. */
export function resolveLink(
  step: PathStep,
  { alias, type }: TableRef,
  writer: QueryWriter,
): Link | undefined {
  if (!step.sourceTypes.includes(type.name)) return undefined;
  const column = writer.findTargetColumn(type, step);
  if (column !== undefined) {
    if ((step.delta ?? 0) > 0) return undefined;
    const target = raw(`${alias}.${formatColumnName(column)}`);
    return { kind: 'column', target, isLink: writer.isCurrentTarget(target) };
  }
  const linkage = writer.findLinkage(type, step);
  if (linkage === undefined) return undefined;
  const ref = writer.nextAlias('r');
  return {
    kind: 'rows',
    target: raw(`${ref}.target`),
    source: raw(`${ref}.source`),
    entryId: raw(`${alias}.id`),
    table: raw(`entry_ref ${ref}`),
    isLink: all([
      sql`${raw(ref)}.prop_id = ${linkage.id}`,
      step.delta === undefined ? TRUE : writer.isAtDelta(ref, step.delta),
      writer.isCurrentTarget(raw(`${ref}.target`)),
    ]),
  };
}

/** That a row is the value at the delta; every row meets it when no delta is given. */
export function deltaCondition(alias: string, delta: number | undefined): Sql {
  return delta === undefined ? TRUE : sql`${raw(alias)}.delta = ${delta}`;
}

/** That some target meets a condition on the linkage alone. */
export function linkCondition(link: Link, condition: Sql, driveFromTarget: boolean): Sql {
  if (link.kind === 'rows') {
    const relation = { from: link.table, foreignKey: link.source, localKey: link.entryId };
    return semiJoin(relation, all([link.isLink, condition]), driveFromTarget);
  }
  // A comparison with NULL is never true; without a comparison the target must be checked.
  return all([condition === TRUE ? sql`${link.target} IS NOT NULL` : condition, link.isLink]);
}

/** That some target has a row in a table that meets a condition. */
export function linkedRowCondition(
  link: Link,
  table: string,
  alias: string,
  condition: Sql,
  driveFromTarget: boolean,
): Sql {
  const [from, id] = [raw(`${table} ${alias}`), raw(`${alias}.id`)];
  // A deleted target has no row.
  if (link.kind === 'column')
    return semiJoin({ from, foreignKey: id, localKey: link.target }, condition, driveFromTarget);
  const both = join([link.table, sql`${from} ON ${id} = ${link.target}`], ' JOIN ');
  const relation = { from: both, foreignKey: link.source, localKey: link.entryId };
  return semiJoin(relation, all([link.isLink, condition]), driveFromTarget);
}

/** Rows of other tables that may belong to a row of this one. */
export interface SemiJoin {
  /** The tables, as they stand behind FROM. */
  readonly from: Sql;
  /** The column of these tables and the one of this row that are equal when the rows belong together. */
  readonly foreignKey: Sql;
  readonly localKey: Sql;
}

/**
 * `localKey IN (SELECT foreignKey …)`, whose subquery does not depend on this row: `rows` can be read without the table of
 * this row.
 */
export class InSubquery extends Sql {
  constructor(
    private readonly relation: SemiJoin,
    private readonly condition: Sql,
  ) {
    const { from, foreignKey, localKey } = relation;
    const { text, values } = sql`${localKey} IN (SELECT ${foreignKey} FROM ${from} WHERE ${condition})`;
    super(text, values);
  }

  get localKey(): Sql {
    return this.relation.localKey;
  }

  get foreignKey(): Sql {
    return this.relation.foreignKey;
  }

  /** What stands behind FROM, WHERE included. */
  get rows(): Sql {
    return sql`${this.relation.from} WHERE ${this.condition}`;
  }

  /** The same condition by a subquery that is run for each row: a scalar one, as engines list all rows of EXISTS, too. */
  toCorrelated(): Sql {
    return sql`(${ofThisRow(this.relation, this.condition)} LIMIT 1) IS NOT NULL`;
  }
}

/**
 * That some row of other tables belongs to this row and meets a condition. Both forms are equivalent. EXISTS makes all
 * engines begin with the outer table; where the condition selects few rows, IN begins with those.
 */
export function semiJoin(relation: SemiJoin, condition: Sql, driveFromTarget: boolean): Sql {
  return driveFromTarget
    ? new InSubquery(relation, condition)
    : sql`EXISTS (${ofThisRow(relation, condition)})`;
}

/** Selects 1 for each row that belongs to this one. */
function ofThisRow({ from, foreignKey, localKey }: SemiJoin, condition: Sql): Sql {
  return sql`SELECT 1 FROM ${from} WHERE ${all([sql`${foreignKey} = ${localKey}`, condition])}`;
}

const SELECTIVE_OPERATORS: ReadonlySet<Operator> = new Set(['=', 'IN', 'STARTS_WITH']);

/** Whether an index finds few rows for a condition. */
export function isSelective({ operator, path }: Condition): boolean {
  return SELECTIVE_OPERATORS.has(operator) && hasIndex(path);
}

/** Whether values at the end of the path are indexed: booleans and long texts are not (`index-tables/type-tables.ts`). */
export function hasIndex({ end }: Condition['path']): boolean {
  return end.kind === 'id' || (end.property.kind !== 'boolean' && end.property.kind !== 'text');
}
