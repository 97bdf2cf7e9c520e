import type { PathStep } from '@content-service/entries';
import { all, joined, raw, type Sql, sql, TRUE } from '../database/sql.js';
import { columnOf } from '../index-tables/layout.js';
import type { QueryWriter, Reached } from './query-writer.js';
import { someRelated } from './related.js';

/** How an entry points at targets: by a column of its own row, or by rows of `entry_ref` that meet `isLink`. */
export type Link =
  | { readonly kind: 'column'; readonly target: Sql }
  | {
      readonly kind: 'rows';
      readonly target: Sql;
      readonly source: Sql;
      readonly entryId: Sql;
      readonly table: Sql;
      readonly isLink: Sql;
    };

/** `undefined` where the entry cannot point at anything: its type lacks the field, or has fewer places. */
export function linkOf(step: PathStep, { alias, type }: Reached, writer: QueryWriter): Link | undefined {
  if (!step.sourceTypes.includes(type.name)) return undefined;
  const column = writer.targetColumnOf(type, step);
  if (column !== undefined)
    return (step.delta ?? 0) > 0
      ? undefined
      : { kind: 'column', target: raw(`${alias}.${columnOf(column)}`) };
  const linkage = writer.linkageOf(type, step);
  if (linkage === undefined) return undefined;
  const ref = writer.alias('r');
  return {
    kind: 'rows',
    target: raw(`${ref}.target`),
    source: raw(`${ref}.source`),
    entryId: raw(`${alias}.id`),
    table: raw(`entry_ref ${ref}`),
    isLink: all([
      sql`${raw(ref)}.prop_id = ${linkage.id}`,
      step.delta === undefined ? TRUE : sql`${raw(ref)}.delta = ${step.delta}`,
    ]),
  };
}

/** That some target meets a condition on the linkage alone. */
export function someLink(link: Link, meets: Sql, beginsThere: boolean): Sql {
  if (link.kind === 'rows') {
    const relation = { from: link.table, there: link.source, here: link.entryId };
    return someRelated(relation, all([link.isLink, meets]), beginsThere);
  }
  // Comparing with NULL is not true anyway; only where nothing is compared must the target be asked for.
  return meets === TRUE ? sql`${link.target} IS NOT NULL` : meets;
}

/** That some target has a row in a table that meets a condition. */
export function someLinked(link: Link, table: string, alias: string, meets: Sql, beginsThere: boolean): Sql {
  const [from, id] = [raw(`${table} ${alias}`), raw(`${alias}.id`)];
  if (link.kind === 'column') return someRelated({ from, there: id, here: link.target }, meets, beginsThere);
  const both = joined([link.table, sql`${from} ON ${id} = ${link.target}`], ' JOIN ');
  const relation = { from: both, there: link.source, here: link.entryId };
  return someRelated(relation, all([link.isLink, meets]), beginsThere);
}
