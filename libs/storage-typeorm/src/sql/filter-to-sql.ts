import { all, any, FALSE, join, not, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import { formatColumnName } from '../index-tables/index-schema.js';
import type { FilterPlan, LinkPlan, Lookup, RelationshipPlan, TargetPlan } from '../plan/filter-plan.js';
import { columnComparison, idComparison, valueRowsToSql } from './comparison-to-sql.js';
import { searchToSql } from './search-to-sql.js';
import { semiJoin } from './semi-join.js';
import type { StatementWriter } from './statement-writer.js';

/**
 * A planned filter as a condition on a row of a type's table.
 *
 * @param alias of the table
 */
export function filterToSql(plan: FilterPlan, alias: string, writer: StatementWriter): Sql {
  switch (plan.kind) {
    case 'always':
      return TRUE;
    case 'never':
      return FALSE;
    case 'all':
      return all(plan.members.map((member) => filterToSql(member, alias, writer)));
    case 'any':
      return any(plan.members.map((member) => filterToSql(member, alias, writer)));
    case 'not':
      return not(filterToSql(plan.member, alias, writer));
    case 'id':
      return idComparison(plan.condition, raw(`${alias}.id`), writer.dialect);
    case 'column':
      return columnComparison(plan, alias, writer.dialect);
    case 'values':
      return valueRowsToSql(plan, alias, writer);
    case 'relationship':
      return relationshipToSql(plan, alias, writer);
    case 'search':
      return searchToSql(plan, alias, writer);
    default:
      return impossible(plan);
  }
}

function relationshipToSql(plan: RelationshipPlan, alias: string, writer: StatementWriter): Sql {
  const link = linkToSql(plan.link, alias, writer);
  return any(plan.alternatives.map((target) => targetToSql(target, link, plan, writer)));
}

/** Condition: some target meets a condition, or there is none. */
function targetToSql(target: TargetPlan, link: Link, plan: RelationshipPlan, writer: StatementWriter): Sql {
  const { lookup, publishedTargetsOnly } = plan;
  const isPublished = (alias: string): Sql =>
    publishedTargetsOnly ? writer.publishedCondition(alias) : TRUE;
  switch (target.kind) {
    case 'none':
      return not(targetToSql({ kind: 'ids', conditions: [] }, link, plan, writer));
    case 'ids': {
      const { dialect } = writer;
      const condition = all(target.conditions.map((one) => idComparison(one, link.target, dialect)));
      if (!publishedTargetsOnly) return linkCondition(link, condition, lookup);
      const alias = writer.nextAlias('t');
      return linkedRowCondition(link, `entry ${alias}`, alias, all([isPublished(alias), condition]), lookup);
    }
    case 'row': {
      const alias = writer.nextAlias('t');
      const condition = all([filterToSql(target.condition, alias, writer), isPublished(alias)]);
      return linkedRowCondition(link, `${target.type.table} ${alias}`, alias, condition, lookup);
    }
    case 'other': {
      const alias = writer.nextAlias('t');
      const ids = target.types.map(({ id }) => id);
      const isOther = ids.length === 0 ? TRUE : sql`${raw(alias)}.type_id NOT IN ${toParameterList(ids)}`;
      return linkedRowCondition(link, `entry ${alias}`, alias, all([isOther, isPublished(alias)]), lookup);
    }
  }
}

/** The storage of linkage, where it meets `isLink`: a column of the entry's own row, or rows of `entry_ref`. */
type Link =
  | { readonly kind: 'column'; readonly target: Sql; readonly isLink: Sql }
  | {
      readonly kind: 'rows';
      readonly target: Sql;
      readonly source: Sql;
      readonly entryId: Sql;
      readonly table: Sql;
      readonly isLink: Sql;
    };

function linkToSql(link: LinkPlan, alias: string, writer: StatementWriter): Link {
  if (link.storage === 'column') {
    const target = raw(`${alias}.${formatColumnName(link.reference)}`);
    return { kind: 'column', target, isLink: writer.isCurrentTarget(target) };
  }
  const ref = writer.nextAlias('r');
  return {
    kind: 'rows',
    target: raw(`${ref}.target`),
    source: raw(`${ref}.source`),
    entryId: raw(`${alias}.id`),
    table: raw(`entry_ref ${ref}`),
    isLink: all([
      sql`${raw(ref)}.prop_id = ${link.reference.id}`,
      writer.isAtDelta(ref, link.delta),
      writer.isCurrentTarget(raw(`${ref}.target`)),
    ]),
  };
}

/** Condition: some target meets a condition on the linkage alone. */
function linkCondition(link: Link, condition: Sql, lookup: Lookup): Sql {
  if (link.kind === 'rows') {
    const relation = { from: link.table, foreignKey: link.source, localKey: link.entryId };
    return semiJoin(relation, all([link.isLink, condition]), lookup);
  }
  // A comparison with NULL is never true; without a comparison the target must be checked.
  return all([condition === TRUE ? sql`${link.target} IS NOT NULL` : condition, link.isLink]);
}

/** Condition: some target has a row in a table that meets a condition. */
function linkedRowCondition(link: Link, table: string, alias: string, condition: Sql, lookup: Lookup): Sql {
  const [from, id] = [raw(table), raw(`${alias}.id`)];
  // A deleted target has no row.
  if (link.kind === 'column')
    return semiJoin({ from, foreignKey: id, localKey: link.target }, condition, lookup);
  const both = join([link.table, sql`${from} ON ${id} = ${link.target}`], ' JOIN ');
  const relation = { from: both, foreignKey: link.source, localKey: link.entryId };
  return semiJoin(relation, all([link.isLink, condition]), lookup);
}

function impossible(plan: never): never {
  throw new Error(`There is no SQL for ${JSON.stringify(plan)}.`);
}
