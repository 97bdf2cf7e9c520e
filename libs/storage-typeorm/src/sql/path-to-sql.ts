import { all, join, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import { formatColumnName } from '../index-tables/index-schema.js';
import type { ColumnRef, JoinPlan, PathPlan } from '../plan/plan-path.js';
import { formatValueRowColumn } from './comparison-to-sql.js';
import { deltaCondition, type StatementWriter } from './statement-writer.js';

/** A table of a FROM clause. One that is optional need not have a row. */
interface JoinedTable {
  readonly table: Sql;
  readonly on: Sql;
  readonly optional: boolean;
}

/**
 * The minimum (ascending) or maximum (descending) of all values of a path.
 *
 * @param alias of the table of the entry
 */
export function extremeToSql(
  { joins, values }: PathPlan,
  direction: 'ascending' | 'descending',
  alias: string,
  writer: StatementWriter,
): Sql {
  const aliases = [alias];
  const tables = joins.map((join) => {
    const joined = writer.nextAlias(ALIAS_LETTERS[join.kind]);
    aliases.push(joined);
    return joinToSql(join, joined, aliases, writer);
  });
  return writer.dialect.extreme(direction, coalesce(values, aliases, writer), toFromClause(tables, writer));
}

const ALIAS_LETTERS = { linkage: 'r', target: 't', values: 'v' } as const;

function joinToSql(
  join: JoinPlan,
  alias: string,
  aliases: readonly string[],
  writer: StatementWriter,
): JoinedTable {
  switch (join.kind) {
    case 'linkage':
      return {
        table: raw(`entry_ref ${alias}`),
        on: all([
          sql`${raw(alias)}.source = ${coalesce(join.sources, aliases, writer)}`,
          sql`${raw(alias)}.prop_id IN ${toParameterList(join.references.map(({ id }) => id))}`,
          writer.isAtDelta(alias, join.delta),
          writer.isCurrentTarget(raw(`${alias}.target`)),
        ]),
        optional: false,
      };
    case 'target':
      return {
        table: raw(`${join.type?.table ?? 'entry'} ${alias}`),
        on: all([
          sql`${raw(alias)}.id = ${coalesce(join.ids, aliases, writer)}`,
          join.publishedOnly ? writer.publishedCondition(alias) : TRUE,
        ]),
        optional: join.isOptional,
      };
    case 'values':
      return {
        table: raw(`ix_${join.value.placement} ${alias}`),
        on: all([
          sql`${raw(alias)}.id = ${columnToSql(join.entry, aliases, writer)}`,
          sql`${raw(alias)}.prop_id = ${join.value.id}`,
          deltaCondition(alias, join.delta),
        ]),
        optional: true,
      };
  }
}

/** All tables in the order of the path. */
function toFromClause([first, ...rest]: readonly JoinedTable[], { dialect }: StatementWriter): Sql {
  if (first === undefined) throw new Error('A path without targets has no tables.');
  const joins = rest.map(
    ({ table, on, optional }) => sql` ${optional ? raw('LEFT JOIN') : dialect.joinInOrder} ${table} ON ${on}`,
  );
  return sql`${first.table}${join(joins, '')} WHERE ${first.on}`;
}

function columnToSql(ref: ColumnRef, aliases: readonly string[], writer: StatementWriter): Sql {
  const alias = aliases[ref.table] ?? '';
  switch (ref.column) {
    case 'id':
      return raw(`${alias}.id`);
    case 'target':
      return raw(`${alias}.target`);
    case 'reference':
      return writer.targetColumn(raw(`${alias}.${formatColumnName(ref.reference)}`));
    case 'value': {
      const isColumn = ref.value.placement === 'column';
      return raw(`${alias}.${isColumn ? formatColumnName(ref.value) : formatValueRowColumn(ref.value)}`);
    }
  }
}

function coalesce(columns: readonly ColumnRef[], aliases: readonly string[], writer: StatementWriter): Sql {
  const values = columns.map((column) => columnToSql(column, aliases, writer));
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : sql`COALESCE(${join(values)})`;
}
