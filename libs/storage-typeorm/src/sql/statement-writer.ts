import { join, raw, type Sql, sql, TRUE } from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { isUnlinking } from '../entries/unlinking.js';

export interface StatementOptions {
  readonly dialect: Dialect;
  /** Whether deleted entries may still be in linkage (`entries/unlinking.ts`): no path leads to them. */
  readonly hasPendingUnlinks?: boolean;
  /** Selected behind the columns of the query. */
  readonly furtherColumns?: readonly Sql[];
}

/** The context of one statement: dialect and table aliases. */
export class StatementWriter {
  readonly dialect: Dialect;
  private aliases = 0;
  private readonly hasPendingUnlinks: boolean;
  private readonly furtherColumns: readonly Sql[];

  constructor({ dialect, hasPendingUnlinks = false, furtherColumns = [] }: StatementOptions) {
    this.dialect = dialect;
    this.hasPendingUnlinks = hasPendingUnlinks;
    this.furtherColumns = furtherColumns;
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

  /** A column of a target, NULL instead of a deleted one. */
  targetColumn(column: Sql): Sql {
    return this.hasPendingUnlinks
      ? sql`CASE WHEN ${isUnlinking(column)} THEN NULL ELSE ${column} END`
      : column;
  }

  /** Condition: a target is not a deleted one. */
  isCurrentTarget(column: Sql): Sql {
    return this.hasPendingUnlinks ? sql`NOT ${isUnlinking(column)}` : TRUE;
  }

  /** Condition: a row of `entry_ref` is at an index of the linkage, in which deleted targets do not count. */
  isAtDelta(ref: string, delta: number | undefined): Sql {
    if (delta === undefined) return TRUE;
    if (!this.hasPendingUnlinks) return sql`${raw(ref)}.delta = ${delta}`;
    const before = this.nextAlias('d');
    return sql`${raw(ref)}.delta - (SELECT COUNT(*) FROM entry_ref ${raw(before)}
      WHERE ${raw(`${before}.source = ${ref}.source AND ${before}.prop_id = ${ref}.prop_id AND ${before}.delta < ${ref}.delta`)}
        AND ${isUnlinking(raw(`${before}.target`))}) = ${delta}`;
  }

  publishedCondition(alias: string): Sql {
    return this.dialect.likely(raw(`${alias}.published = 1`));
  }
}

/** Condition: a row is the value at the delta; every row meets it when no delta is given. */
export function deltaCondition(alias: string, delta: number | undefined): Sql {
  return delta === undefined ? TRUE : sql`${raw(alias)}.delta = ${delta}`;
}
