import type { PathEnd, PathStep } from '@content-service/entries';
import { all, joined, raw, type Sql, sql, TRUE } from '../database/sql.js';
import { list } from '../database/statements.js';
import { columnOf, type IndexedValue, type TypeLayout } from '../index-tables/layout.js';
import { placedColumn } from './operands.js';
import type { QueryWriter, Reached } from './query-writer.js';

/** A table of a FROM clause. One that is optional need not have a row. */
interface Source {
  readonly table: Sql;
  readonly on: Sql;
  readonly optional: boolean;
}

/** Targets whose ids are known, and not yet what they are. */
interface Targets {
  readonly id: Sql;
  readonly types: readonly TypeLayout[];
  readonly onlyPublished: boolean;
}

/**
 * The tables along a path, for a subquery on all its values. Where a step leads to several types their tables stand side
 * by side in LEFT JOINs: of each target exactly one of them has a row, so COALESCE gives what that one says.
 */
export class Trail {
  private reached: readonly Reached[];
  private ahead: Targets | undefined;
  private readonly sources: Source[] = [];

  constructor(
    entry: Reached,
    private readonly writer: QueryWriter,
  ) {
    this.reached = [entry];
  }

  /** @returns whether the step leads anywhere */
  follow(step: PathStep): boolean {
    this.arrive();
    const types = step.targetTypes
      .map((name) => this.writer.typeOf(name))
      .filter((type) => type !== undefined);
    const sources = this.reached.filter(({ type }) => step.sourceTypes.includes(type.name));
    const id = this.link(step, sources, types.length);
    if (id === undefined) return false;
    this.ahead = { id, types, onlyPublished: step.publishedTargetsOnly };
    return true;
  }

  /** The column of the values, or `undefined` when there can be none. */
  valueAt(end: PathEnd): Sql | undefined {
    if (end.kind === 'id') return this.idAtEnd();
    this.arrive();
    const values = this.reached.flatMap((at) => {
      if (!end.types.includes(at.type.name) || (!end.multiple && (end.delta ?? 0) > 0)) return [];
      const value = this.writer.valueOf(at.type, end);
      return value === undefined ? [] : [this.columnOf(at, value, end.delta)];
    });
    return values.length === 0 ? undefined : coalesced(values);
  }

  /** What stands behind FROM: all tables, in the order of the path, each found by a key that the one before it gives. */
  tables(): Sql {
    const [first, ...rest] = this.sources;
    if (first === undefined) throw new Error('A path that leads nowhere has no tables.');
    const { joinInOrder } = this.writer.dialect;
    const joins = rest.map(
      ({ table, on, optional }) => sql` ${optional ? raw('LEFT JOIN') : joinInOrder} ${table} ON ${on}`,
    );
    return sql`${first.table}${joined(joins, '')} WHERE ${first.on}`;
  }

  /** Goes from the ids of the last step to the tables of their types. */
  private arrive(): void {
    if (this.ahead === undefined) return;
    const { id, types, onlyPublished } = this.ahead;
    this.ahead = undefined;
    this.reached = types.map((type) => {
      const alias = this.writer.alias('t');
      this.join(`${type.table} ${alias}`, [this.isTarget(alias, id, onlyPublished)], types.length > 1);
      return { type, alias };
    });
  }

  /** The linkage itself tells the id, of whatever type the target is. */
  private idAtEnd(): Sql {
    if (this.ahead === undefined) return this.ids(this.reached);
    const { id, onlyPublished } = this.ahead;
    if (!onlyPublished && this.sources.length > 0) return id;
    const alias = this.writer.alias('t');
    this.join(`entry ${alias}`, [this.isTarget(alias, id, onlyPublished)], false);
    return raw(`${alias}.id`);
  }

  /** The id of the step's targets: a column where only one table has it, else from the table of linkage. */
  private link(step: PathStep, sources: readonly Reached[], types: number): Sql | undefined {
    const [only, ...others] = sources;
    if (only === undefined) return undefined;
    const column = others.length === 0 ? this.writer.targetColumnOf(only.type, step) : undefined;
    if (column !== undefined && types <= 1)
      return (step.delta ?? 0) > 0 ? undefined : raw(`${only.alias}.${columnOf(column)}`);
    const linkages = sources
      .map(({ type }) => this.writer.linkageOf(type, step))
      .filter((linkage) => linkage !== undefined);
    if (linkages.length === 0) return undefined;
    const ref = this.writer.alias('r');
    this.join(
      `entry_ref ${ref}`,
      [
        sql`${raw(ref)}.source = ${this.ids(sources)}`,
        sql`${raw(ref)}.prop_id IN ${list(linkages.map(({ id }) => id))}`,
        deltaIs(ref, step.delta),
      ],
      false,
    );
    return raw(`${ref}.target`);
  }

  private columnOf({ alias }: Reached, value: IndexedValue, delta: number | undefined): Sql {
    if (value.placement === 'column') return raw(`${alias}.${columnOf(value)}`);
    const placed = this.writer.alias('v');
    const isOfEntry = raw(`${placed}.id = ${alias}.id`);
    const isProperty = sql`${raw(placed)}.prop_id = ${value.id}`;
    this.join(`ix_${value.placement} ${placed}`, [isOfEntry, isProperty, deltaIs(placed, delta)], true);
    return placedColumn(placed, value);
  }

  private isTarget(alias: string, id: Sql, onlyPublished: boolean): Sql {
    return all([sql`${raw(alias)}.id = ${id}`, onlyPublished ? this.writer.isPublished(alias) : TRUE]);
  }

  private join(table: string, on: readonly Sql[], optional: boolean): void {
    this.sources.push({ table: raw(table), on: all(on), optional });
  }

  private ids(reached: readonly Reached[]): Sql {
    return coalesced(reached.map(({ alias }) => raw(`${alias}.id`)));
  }
}

function deltaIs(alias: string, delta: number | undefined): Sql {
  return delta === undefined ? TRUE : sql`${raw(alias)}.delta = ${delta}`;
}

function coalesced(values: readonly Sql[]): Sql {
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : sql`COALESCE(${joined(values)})`;
}
