import type { PathEnd, PathStep } from '@content-service/entries';
import { all, join, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import { formatColumnName, type IndexedValue, type TypeIndexSchema } from '../index-tables/index-schema.js';
import { valueTableColumn } from './conditions.js';
import { deltaCondition, type QueryWriter, type TableRef } from './joins.js';

/** A table of a FROM clause. One that is optional need not have a row. */
interface JoinedTable {
  readonly table: Sql;
  readonly on: Sql;
  readonly optional: boolean;
}

/** Targets whose ids are joined and whose tables are not joined yet. */
interface PendingTargets {
  readonly id: Sql;
  readonly types: readonly TypeIndexSchema[];
  readonly onlyPublished: boolean;
}

/**
 * The tables along a path, for a subquery on all its values. The tables of several target types are LEFT JOINed: each
 * target has a row in exactly one of them, so COALESCE gives its value.
 */
export class PathJoins {
  private current: readonly TableRef[];
  private pending: PendingTargets | undefined;
  private readonly sources: JoinedTable[] = [];

  constructor(
    entry: TableRef,
    private readonly writer: QueryWriter,
  ) {
    this.current = [entry];
  }

  /** @returns whether the step can have targets */
  follow(step: PathStep): boolean {
    this.flushPendingJoin();
    const types = step.targetTypes
      .map((name) => this.writer.findType(name))
      .filter((type) => type !== undefined);
    const sources = this.current.filter(({ type }) => step.sourceTypes.includes(type.name));
    const id = this.joinLinkage(step, sources, types.length);
    if (id === undefined) return false;
    this.pending = { id, types, onlyPublished: step.publishedTargetsOnly };
    return true;
  }

  /** The column of the values, or `undefined` when there can be none. */
  resolveValue(end: PathEnd): Sql | undefined {
    if (end.kind === 'id') return this.resolveEndId();
    this.flushPendingJoin();
    const values = this.current.flatMap((table) => {
      if (!end.types.includes(table.type.name) || (!end.multiple && (end.delta ?? 0) > 0)) return [];
      const value = this.writer.findValue(table.type, end);
      return value === undefined ? [] : [this.resolveColumn(table, value, end.delta)];
    });
    return values.length === 0 ? undefined : coalesce(values);
  }

  /** The FROM clause: all tables in the order of the path, each joined by a key of the previous one. */
  toFromClause(): Sql {
    const [first, ...rest] = this.sources;
    if (first === undefined) throw new Error('A path without targets has no tables.');
    const { joinInOrder } = this.writer.dialect;
    const joins = rest.map(
      ({ table, on, optional }) => sql` ${optional ? raw('LEFT JOIN') : joinInOrder} ${table} ON ${on}`,
    );
    return sql`${first.table}${join(joins, '')} WHERE ${first.on}`;
  }

  /** Joins the tables of the last step's target types. */
  private flushPendingJoin(): void {
    if (this.pending === undefined) return;
    const { id, types, onlyPublished } = this.pending;
    this.pending = undefined;
    this.current = types.map((type) => {
      const alias = this.writer.nextAlias('t');
      this.join(`${type.table} ${alias}`, [this.targetCondition(alias, id, onlyPublished)], types.length > 1);
      return { type, alias };
    });
  }

  /** The id is a column of the linkage, for targets of all types. */
  private resolveEndId(): Sql {
    if (this.pending === undefined) return this.coalesceIds(this.current);
    const { id, onlyPublished } = this.pending;
    if (!onlyPublished && this.sources.length > 0) return id;
    const alias = this.writer.nextAlias('t');
    this.join(`entry ${alias}`, [this.targetCondition(alias, id, onlyPublished)], false);
    return raw(`${alias}.id`);
  }

  /** The id of the step's targets: a column where only one table has it, else from the table of linkage. */
  private joinLinkage(step: PathStep, sources: readonly TableRef[], types: number): Sql | undefined {
    const [only, ...others] = sources;
    if (only === undefined) return undefined;
    const column = others.length === 0 ? this.writer.findTargetColumn(only.type, step) : undefined;
    if (column !== undefined && types <= 1)
      return (step.delta ?? 0) > 0
        ? undefined
        : this.writer.targetColumn(raw(`${only.alias}.${formatColumnName(column)}`));
    const linkages = sources
      .map(({ type }) => this.writer.findLinkage(type, step))
      .filter((linkage) => linkage !== undefined);
    if (linkages.length === 0) return undefined;
    const ref = this.writer.nextAlias('r');
    this.join(
      `entry_ref ${ref}`,
      [
        sql`${raw(ref)}.source = ${this.coalesceIds(sources)}`,
        sql`${raw(ref)}.prop_id IN ${toParameterList(linkages.map(({ id }) => id))}`,
        step.delta === undefined ? TRUE : this.writer.isAtDelta(ref, step.delta),
        this.writer.isCurrentTarget(raw(`${ref}.target`)),
      ],
      false,
    );
    return raw(`${ref}.target`);
  }

  private resolveColumn({ alias }: TableRef, value: IndexedValue, delta: number | undefined): Sql {
    if (value.placement === 'column') return raw(`${alias}.${formatColumnName(value)}`);
    const valueAlias = this.writer.nextAlias('v');
    const isOfEntry = raw(`${valueAlias}.id = ${alias}.id`);
    const isProperty = sql`${raw(valueAlias)}.prop_id = ${value.id}`;
    this.join(
      `ix_${value.placement} ${valueAlias}`,
      [isOfEntry, isProperty, deltaCondition(valueAlias, delta)],
      true,
    );
    return valueTableColumn(valueAlias, value);
  }

  private targetCondition(alias: string, id: Sql, onlyPublished: boolean): Sql {
    return all([sql`${raw(alias)}.id = ${id}`, onlyPublished ? this.writer.publishedCondition(alias) : TRUE]);
  }

  private join(table: string, on: readonly Sql[], optional: boolean): void {
    this.sources.push({ table: raw(table), on: all(on), optional });
  }

  private coalesceIds(tables: readonly TableRef[]): Sql {
    return coalesce(tables.map(({ alias }) => raw(`${alias}.id`)));
  }
}

function coalesce(values: readonly Sql[]): Sql {
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : sql`COALESCE(${join(values)})`;
}
