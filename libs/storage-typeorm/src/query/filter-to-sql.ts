import {
  type Condition,
  type Filter,
  formatEndKey,
  formatStepKey,
  type PathStep,
} from '@content-service/entries';
import { groupBy } from '@content-service/kernel';
import { all, any, FALSE, not, raw, type Sql, sql, toParameterList, TRUE } from '../database/sql.js';
import { comparisonToSql, idOperand, valueCondition } from './conditions.js';
import {
  isSelective,
  type Link,
  linkCondition,
  linkedRowCondition,
  type QueryWriter,
  resolveLink,
  type TableRef,
} from './joins.js';
import { searchCondition } from './search-to-sql.js';

/**
 * A filter as a condition on a row of the type's table. It has the meaning and the structure of `evaluate` of the entries
 * library: functions of the same name correspond to each other.
 */
export function filterToSql(filter: Filter, entry: TableRef, writer: QueryWriter): Sql {
  switch (filter.kind) {
    case 'nothing':
      return FALSE;
    case 'fulltext':
      return searchCondition(filter, entry, writer);
    case 'condition':
      return conjunctionToSql([filter], entry, writer);
    case 'group': {
      if (filter.conjunction === 'OR')
        return any(filter.members.map((member) => filterToSql(member, entry, writer)));
      const conditions = filter.members.filter((member) => member.kind === 'condition');
      const others = filter.members.filter((member) => member.kind !== 'condition');
      return all([
        conjunctionToSql(conditions, entry, writer),
        ...others.map((member) => filterToSql(member, entry, writer)),
      ]);
    }
    default:
      return impossible(filter);
  }
}

/** The conditions of one AND group. IS NULL concerns absent values, so it never applies to the same value as another condition. */
function conjunctionToSql(conditions: readonly Condition[], entry: TableRef, writer: QueryWriter): Sql {
  const isNull = ({ operator }: Condition): boolean => operator === 'IS NULL';
  const present = conditions.filter((condition) => !isNull(condition));
  return all([
    ...conditions
      .filter(isNull)
      .map((condition) => nullPathCondition(toPathCondition(condition), entry, writer)),
    pathConditionsToSql(present.map(toPathCondition), entry, writer),
  ]);
}

/** A condition and the remaining steps of its path. */
interface PathCondition {
  readonly condition: Condition;
  readonly steps: readonly PathStep[];
}

/** A condition at its next step; `steps` are those behind it. */
interface NextStepCondition extends PathCondition {
  readonly step: PathStep;
}

const toPathCondition = (condition: Condition): PathCondition => ({ condition, steps: condition.path.steps });

/** That there are targets and values, one for each relationship and multi-valued field, that meet all conditions. */
function pathConditionsToSql(
  pathConditions: readonly PathCondition[],
  entry: TableRef,
  writer: QueryWriter,
): Sql {
  const endConditions = pathConditions
    .filter(({ steps }) => steps.length === 0)
    .map(({ condition }) => condition);
  const nextConditions = pathConditions.flatMap(({ condition, steps: [step, ...steps] }) =>
    step === undefined ? [] : [{ condition, step, steps }],
  );
  return all([
    ...groupBy(endConditions, ({ path }) => formatEndKey(path.end)).map((group) =>
      endConditionsToSql(group, entry, writer),
    ),
    ...groupBy(nextConditions, ({ step }) => formatStepKey(step)).map((group) =>
      targetCondition(group, entry, writer),
    ),
  ]);
}

function endConditionsToSql(conditions: NonEmpty<Condition>, entry: TableRef, writer: QueryWriter): Sql {
  if (conditions[0].path.end.kind !== 'id') return valueCondition(conditions, entry, writer);
  return all(conditions.map((condition) => idCondition(condition, raw(`${entry.alias}.id`), writer)));
}

function targetCondition(group: NonEmpty<NextStepCondition>, entry: TableRef, writer: QueryWriter): Sql {
  const { step } = group[0];
  const link = resolveLink(step, entry, writer);
  if (link === undefined) return FALSE;
  const options: TargetOptions = {
    onlyPublished: group.some(({ step }) => step.publishedTargetsOnly),
    driveFromTarget: group.some(({ condition }) => isSelective(condition)),
  };
  if (group.every(({ condition, steps }) => steps.length === 0 && condition.path.end.kind === 'id')) {
    const idConditions = group.map(({ condition }) => idCondition(condition, link.target, writer));
    return visibleTargetCondition(link, options, all(idConditions), writer);
  }
  const toCondition = (target: TableRef): Sql => pathConditionsToSql(group, target, writer);
  return any(step.targetTypes.map((name) => typedTargetCondition(name, link, options, toCondition, writer)));
}

/** That a path has no value somewhere: a relationship without a target, or a target without a value. */
function nullPathCondition(
  { condition, steps: [step, ...steps] }: PathCondition,
  entry: TableRef,
  writer: QueryWriter,
): Sql {
  if (step === undefined)
    return not(endConditionsToSql([{ ...condition, operator: 'IS NOT NULL' }], entry, writer));
  const link = resolveLink(step, entry, writer);
  if (link === undefined) return TRUE;
  const options = { onlyPublished: step.publishedTargetsOnly, driveFromTarget: false };
  const noTarget = not(visibleTargetCondition(link, options, TRUE, writer));
  if (steps.length === 0 && condition.path.end.kind === 'id') return noTarget;
  const toNullPathCondition = (target: TableRef): Sql =>
    nullPathCondition({ condition, steps }, target, writer);
  return any([
    noTarget,
    ...step.targetTypes.map((name) => typedTargetCondition(name, link, options, toNullPathCondition, writer)),
    untypedTargetCondition(step.targetTypes, link, options, writer),
  ]);
}

/** Options of conditions on targets. */
interface TargetOptions {
  readonly onlyPublished: boolean;
  readonly driveFromTarget: boolean;
}

/** That there is a target, of whatever type, whose linkage meets a condition. */
function visibleTargetCondition(
  link: Link,
  options: TargetOptions,
  condition: Sql,
  writer: QueryWriter,
): Sql {
  if (!options.onlyPublished) return linkCondition(link, condition, options.driveFromTarget);
  const alias = writer.nextAlias('t');
  return linkedRowCondition(
    link,
    'entry',
    alias,
    all([writer.publishedCondition(alias), condition]),
    options.driveFromTarget,
  );
}

function typedTargetCondition(
  name: string,
  link: Link,
  { onlyPublished, driveFromTarget }: TargetOptions,
  condition: (target: TableRef) => Sql,
  writer: QueryWriter,
): Sql {
  const type = writer.findType(name);
  if (type === undefined) return FALSE;
  const target = { type, alias: writer.nextAlias('t') };
  const conditions = all([condition(target), onlyPublished ? writer.publishedCondition(target.alias) : TRUE]);
  return conditions === FALSE
    ? FALSE
    : linkedRowCondition(link, type.table, target.alias, conditions, driveFromTarget);
}

/** That there is a target of a type without the next field of the path. */
function untypedTargetCondition(
  types: readonly string[],
  link: Link,
  options: TargetOptions,
  writer: QueryWriter,
): Sql {
  const alias = writer.nextAlias('t');
  const ids = types.map((name) => writer.findType(name)?.id).filter((id) => id !== undefined);
  const isOther = ids.length === 0 ? TRUE : sql`${raw(alias)}.type_id NOT IN ${toParameterList(ids)}`;
  const published = options.onlyPublished ? writer.publishedCondition(alias) : TRUE;
  return linkedRowCondition(link, 'entry', alias, all([isOther, published]), options.driveFromTarget);
}

/** A condition on an id, which is never NULL. */
function idCondition(condition: Condition, id: Sql, { dialect }: QueryWriter): Sql {
  if (condition.operator === 'IS NOT NULL') return TRUE;
  return comparisonToSql(condition, idOperand(id, condition.values, dialect), dialect);
}

type NonEmpty<T> = readonly [T, ...T[]];

function impossible(filter: never): never {
  throw new Error(`There is no SQL for ${JSON.stringify(filter)}.`);
}
