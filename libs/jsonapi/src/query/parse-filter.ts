import {
  type Arity,
  type Filter,
  type FullTextSearch,
  type Group,
  isOperator,
  type Operator,
  OPERATORS,
  parseSearch,
  type QueryContext,
  resolveCondition,
} from '@content-service/entries';
import { InvalidParameter } from '../jsonapi.errors.js';
import {
  getMembers,
  getValue,
  type Parameter,
  type ParameterMembers,
  rejectUnknown,
} from './parse-bracketed-query.js';

/**
 * Parses all filter forms:
 * `filter[field]=value`, `filter[field][value]=…&filter[field][operator]=…` (with `[path]` when the label is not a field),
 * `filter[fulltext]=words`, `filter[label][condition][path|operator|value|memberOf]=…` and `filter[label][group][conjunction|memberOf]=…`.
 *
 * @returns `undefined` when there is no filter
 * @throws InvalidParameter, and what `resolveCondition` throws
 */
export function parseFilter(filter: Parameter | undefined, context: QueryContext): Filter | undefined {
  if (filter === undefined) return undefined;
  if (filter.kind === 'value')
    throw new InvalidParameter(filter.name, `'filter' needs a field: filter[title]=value.`);
  return buildFilterTree([...filter.members].map(([label, item]) => parseMember(label, item, context)));
}

function parseMember(label: string, item: Parameter, context: QueryContext): UnresolvedMember {
  if (label === ROOT)
    throw new InvalidParameter(item.name, `'${ROOT}' is the outermost group; choose another label.`);
  if (item.kind === 'value' && label === SEARCH && !context.type.fields.has(label))
    return toMember(label, item.name, parseSearch(item.value, item.name, context.type));
  if (item.kind === 'value') return parseEquality(label, item.name, item.value, context);
  if (item.members.has('group')) return parseGroup(label, item);
  if (item.members.has('condition')) {
    rejectUnknown(item, ['condition']);
    return parseConditionMember(label, getMembers(item, 'condition'), undefined, context);
  }
  if (item.members.has('value')) return parseConditionMember(label, item, label, context);
  throw new InvalidParameter(
    item.name,
    `'${item.name}' is not a filter. Write ${item.name}=value, ${item.name}[operator]=…&${item.name}[value]=…, ` +
      `${item.name}[condition][path]=… (the form for IS NULL) or ${item.name}[group][conjunction]=….`,
  );
}

function parseEquality(label: string, name: string, value: string, context: QueryContext): UnresolvedMember {
  if (name === 'filter[]')
    throw new InvalidParameter(name, `'filter[]' names no field: filter[title]=value.`);
  const condition = { path: label, operator: '=', values: [value] } as const;
  const filter = resolveCondition({ ...condition, pathParameter: name, valueParameter: name }, context);
  return toMember(label, name, filter);
}

function toMember(label: string, name: string, filter: Filter): FilterItemCondition {
  return { kind: 'condition', label, name, memberOf: ROOT, filter };
}

/** Parses a condition together with the name of its group. */
function parseConditionMember(
  label: string,
  condition: ParameterMembers,
  path: string | undefined,
  context: QueryContext,
): UnresolvedMember {
  const memberOf = getValue(condition, 'memberOf') ?? ROOT;
  const filter = parseCondition(condition, path, context);
  return { kind: 'condition', label, name: condition.name, memberOf, filter };
}

function parseGroup(label: string, item: ParameterMembers): UnresolvedMember {
  rejectUnknown(item, ['group']);
  const group = getMembers(item, 'group');
  rejectUnknown(group, ['conjunction', 'memberOf']);
  const conjunction = getValue(group, 'conjunction');
  if (conjunction !== 'AND' && conjunction !== 'OR')
    throw new InvalidParameter(
      group.members.get('conjunction')?.name ?? group.name,
      `A filter group needs ${group.name}[conjunction]=AND or OR, in upper case.`,
    );
  return {
    kind: 'group',
    label,
    name: group.name,
    memberOf: getValue(group, 'memberOf') ?? ROOT,
    conjunction,
  };
}

/** The key of full text search; a field of the same name takes precedence. */
const SEARCH = 'fulltext';

/** The search of a filter: scalar, so it belongs to the outermost group. */
export function findSearch(filter: Filter | undefined): FullTextSearch | undefined {
  if (filter?.kind === 'fulltext') return filter;
  return filter?.kind === 'group' ? filter.members.find((member) => member.kind === 'fulltext') : undefined;
}

/** Name of the outermost group, the default of `memberOf`. */
const ROOT = '@root';

/** A condition or group before the tree is built; `memberOf` is the label of its group. */
type UnresolvedMember = FilterItemCondition | FilterItemGroup;

interface FilterItem {
  readonly label: string;
  readonly memberOf: string;
  /** Prefix of its parameters, such as `filter[a][condition]`. */
  readonly name: string;
}

interface FilterItemCondition extends FilterItem {
  readonly kind: 'condition';
  readonly filter: Filter;
}

interface FilterItemGroup extends FilterItem {
  readonly kind: 'group';
  readonly conjunction: Group['conjunction'];
}

// Not stated by the specification; below the nesting limits of the database parsers.
const DEPTH_MAXIMUM = 100;

/**
 * Builds the tree of groups from `memberOf`.
 *
 * @param members with unique labels
 * @throws InvalidParameter for a group that does not exist, has no members, contains itself or is nested too deep
 */
function buildFilterTree(members: readonly UnresolvedMember[]): Filter {
  const groups = new Map(
    members.filter((member) => member.kind === 'group').map((group) => [group.label, group]),
  );
  for (const member of members) assertGroupExists(member, groups);
  for (const group of groups.values()) assertHasMembers(group, members);
  for (const group of groups.values()) assertReachesRoot(group, groups);
  const outermost = collectMembers(ROOT, members);
  const [only, second] = outermost;
  if (only !== undefined && second === undefined) return only;
  return { kind: 'group', conjunction: 'AND', members: outermost };
}

function collectMembers(label: string, members: readonly UnresolvedMember[]): readonly Filter[] {
  return members
    .filter(({ memberOf }) => memberOf === label)
    .map((member) => (member.kind === 'condition' ? member.filter : toGroup(member, members)));
}

function toGroup({ label, conjunction }: FilterItemGroup, members: readonly UnresolvedMember[]): Group {
  return { kind: 'group', conjunction, members: collectMembers(label, members) };
}

type Groups = ReadonlyMap<string, FilterItemGroup>;

function assertGroupExists({ name, memberOf }: UnresolvedMember, groups: Groups): void {
  if (memberOf === ROOT || groups.has(memberOf)) return;
  throw new InvalidParameter(
    `${name}[memberOf]`,
    `There is no filter group '${memberOf}'. Known groups: ${[ROOT, ...groups.keys()].join(', ')}.`,
  );
}

function assertHasMembers({ label, name }: FilterItemGroup, members: readonly UnresolvedMember[]): void {
  if (members.some(({ memberOf }) => memberOf === label)) return;
  throw new InvalidParameter(
    name,
    `The filter group '${label}' has no members; give it some or leave it out.`,
  );
}

function assertReachesRoot(start: FilterItemGroup, groups: Groups): void {
  const passed = new Set<string>();
  for (
    let group: FilterItemGroup | undefined = start;
    group !== undefined;
    group = groups.get(group.memberOf)
  ) {
    const parameter = `${group.name}[memberOf]`;
    if (passed.has(group.label))
      throw new InvalidParameter(parameter, `The filter group '${group.label}' is a member of itself.`);
    if (passed.size === DEPTH_MAXIMUM)
      throw new InvalidParameter(parameter, `Filter groups may nest at most ${DEPTH_MAXIMUM} deep.`);
    passed.add(group.label);
  }
}

const CONDITION_MEMBERS = ['path', 'operator', 'value', 'memberOf'];

/**
 * Parses one condition from its members.
 *
 * @param label default of `path` in the short form; `undefined` where `path` is required
 * @throws InvalidParameter, and what `resolveCondition` throws
 */
function parseCondition(
  condition: ParameterMembers,
  label: string | undefined,
  context: QueryContext,
): Filter {
  rejectUnknown(condition, CONDITION_MEMBERS);
  const pathParameter = toErrorParameter(condition, 'path');
  const valueParameter = toErrorParameter(condition, 'value');
  const path = getValue(condition, 'path') ?? label ?? '';
  if (path === '')
    throw new InvalidParameter(pathParameter, `A condition needs a field: ${condition.name}[path]=title.`);
  const operator = parseOperator(condition);
  const value = parseValue(condition.members.get('value'));
  const arity = ARITY_RULES[OPERATORS[operator].arity];
  if (!arity.accepts(value))
    throw new InvalidParameter(
      valueParameter,
      `${operator} takes ${arity.describeExpectation(`${condition.name}[value]`)}, got ${describeValue(value)}.`,
    );
  const values = value === undefined ? [] : [value].flat();
  return resolveCondition({ path, operator, values, pathParameter, valueParameter }, context);
}

/** The parameter an error about a member refers to: the member, or the condition when it is absent. */
function toErrorParameter(condition: ParameterMembers, key: string): string {
  return condition.members.get(key)?.name ?? condition.name;
}

function parseOperator(condition: ParameterMembers): Operator {
  const operator = getValue(condition, 'operator') ?? '=';
  if (isOperator(operator)) return operator;
  throw new InvalidParameter(
    toErrorParameter(condition, 'operator'),
    `Unknown operator '${operator}' in ${condition.name}. Known operators: ${Object.keys(OPERATORS).join(', ')}.`,
  );
}

type RawConditionValue = undefined | string | readonly string[];

function parseValue(parameter: Parameter | undefined): RawConditionValue {
  if (parameter?.kind !== 'members') return parameter?.value;
  return [...parameter.members.values()].map((item) => {
    if (item.kind === 'value') return item.value;
    throw new InvalidParameter(
      item.name,
      `A list of values must not contain lists: ${parameter.name}[]=value.`,
    );
  });
}

interface ArityRule {
  accepts(value: RawConditionValue): boolean;
  /** @param name of the value's parameter */
  describeExpectation(name: string): string;
}

const ARITY_RULES: Readonly<Record<Arity, ArityRule>> = {
  one: {
    accepts: (value) => typeof value === 'string',
    describeExpectation: (name) => `one value (${name}=a)`,
  },
  many: {
    accepts: (value) => value !== undefined,
    describeExpectation: (name) => `one or more values (${name}[]=a)`,
  },
  two: {
    accepts: (value) => typeof value === 'object' && value.length === 2,
    describeExpectation: (name) => `exactly two values (${name}[]=a&${name}[]=b)`,
  },
  none: {
    accepts: (value) => value === undefined,
    describeExpectation: (name) => `no value (leave out ${name})`,
  },
};

function describeValue(value: RawConditionValue): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? `'${value}'` : `a list of ${value.length}`;
}
