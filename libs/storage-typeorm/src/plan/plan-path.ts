import type { PathEnd, PathStep, Sort } from '@content-service/entries';
import type { IndexedReference, IndexedValue, TypeIndexSchema } from '../index-tables/index-schema.js';
import type { Catalog } from './catalog.js';

/** The tables along a path and the column of its values, for a subquery on all of them. */
export interface PathPlan {
  /** In the order of the path, each joined by a key of one before it. At least one. */
  readonly joins: readonly JoinPlan[];
  /** The columns of the value: the first that is not NULL. */
  readonly values: readonly ColumnRef[];
}

/** A column of the entry (table 0) or of a joined table (1 for the first). */
export type ColumnRef = { readonly table: number } & (
  | { readonly column: 'id' }
  /** The target of a row of linkage. */
  | { readonly column: 'target' }
  | { readonly column: 'reference'; readonly reference: IndexedReference }
  | { readonly column: 'value'; readonly value: IndexedValue }
);

/** A table of a path. */
export type JoinPlan =
  /** Rows of `entry_ref` of the entries, each of which has its id in one of the columns. */
  | {
      readonly kind: 'linkage';
      readonly sources: readonly ColumnRef[];
      readonly references: readonly IndexedReference[];
      readonly delta: number | undefined;
    }
  /** The row of a target in the table of its type, or in `entry`. It need not be there where there are several types. */
  | {
      readonly kind: 'target';
      readonly type: TypeIndexSchema | undefined;
      readonly ids: readonly ColumnRef[];
      readonly publishedOnly: boolean;
      readonly isOptional: boolean;
    }
  /** The values of an entry in the tables of multi-valued properties or long texts. */
  | {
      readonly kind: 'values';
      readonly entry: ColumnRef;
      readonly value: IndexedValue;
      readonly delta: number | undefined;
    };

/** @returns `undefined` when the path can have no value */
export function planPath(
  { path }: Pick<Sort, 'path'>,
  type: TypeIndexSchema,
  catalog: Catalog,
): PathPlan | undefined {
  const planner = new PathPlanner(type, catalog);
  for (const step of path.steps) if (!planner.follow(step)) return undefined;
  return planner.finish(path.end);
}

/** A joined table with the rows of a type. */
interface TypedTable {
  readonly type: TypeIndexSchema;
  readonly table: number;
}

/** Targets whose ids are joined and whose tables are not joined yet. */
interface PendingTargets {
  readonly ids: readonly ColumnRef[];
  readonly types: readonly TypeIndexSchema[];
  readonly publishedOnly: boolean;
}

/**
 * Collects the tables along a path. Tables of several target types are optional: each target has a row in exactly one of them,
 * so the first value that is not NULL is its value.
 */
class PathPlanner {
  private current: readonly TypedTable[];
  private pending: PendingTargets | undefined;
  private readonly joins: JoinPlan[] = [];

  constructor(
    type: TypeIndexSchema,
    private readonly catalog: Catalog,
  ) {
    this.current = [{ type, table: 0 }];
  }

  /** @returns whether the step can have targets */
  follow(step: PathStep): boolean {
    this.joinPendingTargets();
    const types = step.targetTypes
      .map((name) => this.catalog.findType(name))
      .filter((type) => type !== undefined);
    const sources = this.current.filter(({ type }) => step.sourceTypes.includes(type.name));
    const id = this.joinLinkage(step, sources, types.length);
    if (id === undefined) return false;
    this.pending = { ids: [id], types, publishedOnly: step.publishedTargetsOnly };
    return true;
  }

  finish(end: PathEnd): PathPlan | undefined {
    const values = end.kind === 'id' ? this.resolveEndId() : this.resolveValues(end);
    return values.length === 0 ? undefined : { joins: this.joins, values };
  }

  /** Joins the tables of the last step's target types. */
  private joinPendingTargets(): void {
    if (this.pending === undefined) return;
    const { ids, types, publishedOnly } = this.pending;
    this.pending = undefined;
    this.current = types.map((type) => {
      const isOptional = types.length > 1;
      return { type, table: this.join({ kind: 'target', type, ids, publishedOnly, isOptional }) };
    });
  }

  /** The id is a column of the linkage, for targets of all types. */
  private resolveEndId(): readonly ColumnRef[] {
    if (this.pending === undefined) return this.current.map(toId);
    const { ids, publishedOnly } = this.pending;
    if (!publishedOnly && this.joins.length > 0) return ids;
    const target = { kind: 'target', type: undefined, ids, publishedOnly, isOptional: false } as const;
    return [{ table: this.join(target), column: 'id' }];
  }

  private resolveValues(end: Extract<PathEnd, { kind: 'property' }>): readonly ColumnRef[] {
    this.joinPendingTargets();
    return this.current.flatMap((table) => {
      if (!end.types.includes(table.type.name) || (!end.multiple && (end.delta ?? 0) > 0)) return [];
      const value = this.catalog.findValue(table.type, end);
      if (value === undefined) return [];
      if (value.placement === 'column') return [{ table: table.table, column: 'value', value } as const];
      const values = { kind: 'values', entry: toId(table), value, delta: end.delta } as const;
      return [{ table: this.join(values), column: 'value', value } as const];
    });
  }

  /** The id of the step's targets: a column where only one table has it, else from the table of linkage. */
  private joinLinkage(step: PathStep, sources: readonly TypedTable[], types: number): ColumnRef | undefined {
    const [only, ...others] = sources;
    if (only === undefined) return undefined;
    const column = others.length === 0 ? this.catalog.findTargetColumn(only.type, step) : undefined;
    if (column !== undefined && types <= 1)
      return (step.delta ?? 0) > 0
        ? undefined
        : { table: only.table, column: 'reference', reference: column };
    const references = sources
      .map(({ type }) => this.catalog.findLinkage(type, step))
      .filter((linkage) => linkage !== undefined);
    if (references.length === 0) return undefined;
    const linkage = { kind: 'linkage', sources: sources.map(toId), references, delta: step.delta } as const;
    return { table: this.join(linkage), column: 'target' };
  }

  /** @returns the number of the table */
  private join(join: JoinPlan): number {
    return this.joins.push(join);
  }
}

const toId = ({ table }: TypedTable): ColumnRef => ({ table, column: 'id' });
