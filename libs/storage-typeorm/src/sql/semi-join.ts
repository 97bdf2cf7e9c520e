import { all, Sql, sql } from '../database/sql.js';
import type { Lookup } from '../plan/filter-plan.js';

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

  get foreignKey(): Sql {
    return this.relation.foreignKey;
  }

  /** What stands behind FROM, WHERE included. */
  get rows(): Sql {
    return sql`${this.relation.from} WHERE ${this.condition}`;
  }

  /** The same condition by a subquery that is run for each row: a scalar one, as engines list all rows of EXISTS, too. */
  toCorrelated(): Sql {
    return sql`(${selectForRow(this.relation, this.condition)} LIMIT 1) IS NOT NULL`;
  }
}

/**
 * Condition: some row of other tables belongs to this row and meets a condition. EXISTS makes all engines begin with the outer
 * table, IN with the rows of the condition.
 */
export function semiJoin(relation: SemiJoin, condition: Sql, lookup: Lookup): Sql {
  return lookup === 'list'
    ? new InSubquery(relation, condition)
    : sql`EXISTS (${selectForRow(relation, condition)})`;
}

/** Selects 1 for each row that belongs to this one. */
function selectForRow({ from, foreignKey, localKey }: SemiJoin, condition: Sql): Sql {
  return sql`SELECT 1 FROM ${from} WHERE ${all([sql`${foreignKey} = ${localKey}`, condition])}`;
}
