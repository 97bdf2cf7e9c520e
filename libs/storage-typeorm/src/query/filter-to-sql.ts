import { type Condition, type Filter, type PathEnd, type PathStep, stepKey } from '@content-service/entries';
import { all, any, FALSE, not, raw, type Sql, sql, TRUE } from '../database/sql.js';
import { list } from '../database/statements.js';
import { comparison } from './comparison.js';
import { type Link, linkOf, someLink, someLinked } from './links.js';
import { idOperand } from './operands.js';
import type { QueryWriter, Reached } from './query-writer.js';
import { namesFew } from './related.js';
import { someValue } from './values-to-sql.js';

/**
 * A filter as a condition on a row of the type's table. It means what `evaluate` of the entries library means, and is
 * built the same way: what is called the same there and here does the same.
 */
export function filterToSql(filter: Filter, entry: Reached, writer: QueryWriter): Sql {
  switch (filter.kind) {
    case 'nothing':
      return FALSE;
    case 'condition':
      return matchesTogether([filter], entry, writer);
    case 'group': {
      if (filter.conjunction === 'OR')
        return any(filter.members.map((member) => filterToSql(member, entry, writer)));
      const conditions = filter.members.filter((member) => member.kind === 'condition');
      const others = filter.members.filter((member) => member.kind !== 'condition');
      return all([
        matchesTogether(conditions, entry, writer),
        ...others.map((member) => filterToSql(member, entry, writer)),
      ]);
    }
    default:
      return impossible(filter);
  }
}

/** The conditions of one AND group. IS NULL asks for what is not there, so it cannot speak of the same value. */
function matchesTogether(conditions: readonly Condition[], entry: Reached, writer: QueryWriter): Sql {
  const isNull = ({ operator }: Condition): boolean => operator === 'IS NULL';
  const present = conditions.filter((condition) => !isNull(condition));
  return all([
    ...conditions.filter(isNull).map((condition) => hasGap(unwalked(condition), entry, writer)),
    bind(present.map(unwalked), entry, writer),
  ]);
}

/** A condition, and the steps of its path that are still to be walked. */
interface Bound {
  readonly condition: Condition;
  readonly steps: readonly PathStep[];
}

/** A condition at its next step; `steps` are those behind it. */
interface Onward extends Bound {
  readonly step: PathStep;
}

const unwalked = (condition: Condition): Bound => ({ condition, steps: condition.path.steps });

/** That there are targets and values, one for each relationship and multi-valued field, that meet all conditions. */
function bind(bounds: readonly Bound[], entry: Reached, writer: QueryWriter): Sql {
  const here = bounds.filter(({ steps }) => steps.length === 0).map(({ condition }) => condition);
  const onward = bounds.flatMap(({ condition, steps: [step, ...steps] }) =>
    step === undefined ? [] : [{ condition, step, steps }],
  );
  return all([
    ...groupBy(here, ({ path }) => endKey(path.end)).map((group) => meetsAtEnd(group, entry, writer)),
    ...groupBy(onward, ({ step }) => stepKey(step)).map((group) => someTarget(group, entry, writer)),
  ]);
}

function meetsAtEnd(conditions: NonEmpty<Condition>, entry: Reached, writer: QueryWriter): Sql {
  if (conditions[0].path.end.kind !== 'id') return someValue(conditions, entry, writer);
  return all(conditions.map((condition) => idMeets(condition, raw(`${entry.alias}.id`), writer)));
}

function someTarget(group: NonEmpty<Onward>, entry: Reached, writer: QueryWriter): Sql {
  const { step } = group[0];
  const link = linkOf(step, entry, writer);
  if (link === undefined) return FALSE;
  const asked: Asked = {
    onlyPublished: group.some(({ step }) => step.publishedTargetsOnly),
    beginsThere: group.some(({ condition }) => namesFew(condition)),
  };
  if (group.every(({ condition, steps }) => steps.length === 0 && condition.path.end.kind === 'id')) {
    const meets = group.map(({ condition }) => idMeets(condition, link.target, writer));
    return someVisible(link, asked, all(meets), writer);
  }
  const meets = (target: Reached): Sql => bind(group, target, writer);
  return any(step.targetTypes.map((name) => someOfType(name, link, asked, meets, writer)));
}

/** That a path leads to no value somewhere: a relationship without a target, or a target without a value. */
function hasGap({ condition, steps: [step, ...steps] }: Bound, entry: Reached, writer: QueryWriter): Sql {
  if (step === undefined) return not(meetsAtEnd([{ ...condition, operator: 'IS NOT NULL' }], entry, writer));
  const link = linkOf(step, entry, writer);
  if (link === undefined) return TRUE;
  const asked = { onlyPublished: step.publishedTargetsOnly, beginsThere: false };
  const noTarget = not(someVisible(link, asked, TRUE, writer));
  if (steps.length === 0 && condition.path.end.kind === 'id') return noTarget;
  const gap = (target: Reached): Sql => hasGap({ condition, steps }, target, writer);
  return any([
    noTarget,
    ...step.targetTypes.map((name) => someOfType(name, link, asked, gap, writer)),
    someOfNoType(step.targetTypes, link, asked, writer),
  ]);
}

/** How targets are asked for. */
interface Asked {
  readonly onlyPublished: boolean;
  readonly beginsThere: boolean;
}

/** That there is a target, of whatever type, whose linkage meets a condition. */
function someVisible(link: Link, asked: Asked, meets: Sql, writer: QueryWriter): Sql {
  if (!asked.onlyPublished) return someLink(link, meets, asked.beginsThere);
  const alias = writer.alias('t');
  return someLinked(link, 'entry', alias, all([writer.isPublished(alias), meets]), asked.beginsThere);
}

function someOfType(
  name: string,
  link: Link,
  { onlyPublished, beginsThere }: Asked,
  meets: (target: Reached) => Sql,
  writer: QueryWriter,
): Sql {
  const type = writer.typeOf(name);
  if (type === undefined) return FALSE;
  const target = { type, alias: writer.alias('t') };
  const conditions = all([meets(target), onlyPublished ? writer.isPublished(target.alias) : TRUE]);
  return conditions === FALSE ? FALSE : someLinked(link, type.table, target.alias, conditions, beginsThere);
}

/** That there is a target of a type in which the path cannot go on. */
function someOfNoType(types: readonly string[], link: Link, asked: Asked, writer: QueryWriter): Sql {
  const alias = writer.alias('t');
  const ids = types.map((name) => writer.typeOf(name)?.id).filter((id) => id !== undefined);
  const isOther = ids.length === 0 ? TRUE : sql`${raw(alias)}.type_id NOT IN ${list(ids)}`;
  const published = asked.onlyPublished ? writer.isPublished(alias) : TRUE;
  return someLinked(link, 'entry', alias, all([isOther, published]), asked.beginsThere);
}

/** An id is always there. */
function idMeets(condition: Condition, id: Sql, { dialect }: QueryWriter): Sql {
  if (condition.operator === 'IS NOT NULL') return TRUE;
  return comparison(condition, idOperand(id, condition.values, dialect), dialect);
}

const endKey = (end: PathEnd): string =>
  end.kind === 'id' ? '.id' : end.delta === undefined ? end.field : `${end.field}.${end.delta}`;

type NonEmpty<T> = readonly [T, ...T[]];

function groupBy<T>(items: readonly T[], key: (item: T) => string): NonEmpty<T>[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function impossible(filter: never): never {
  throw new Error(`There is no SQL for ${JSON.stringify(filter)}.`);
}
