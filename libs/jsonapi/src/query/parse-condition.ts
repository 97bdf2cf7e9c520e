import {
  type Arity,
  type Filter,
  isOperator,
  type Operator,
  OPERATORS,
  type QueryContext,
  resolveCondition,
} from '@content-service/entries';
import { InvalidParameter } from '../jsonapi.errors.js';
import type { Parameter, ParameterMembers } from './bracket-params.js';
import { refuseOthers, textOf } from './parameter-members.js';

const MEMBERS = ['path', 'operator', 'value', 'memberOf'];

/**
 * Reads one condition from the members of its parameters.
 *
 * @param label stands for the path in the short form; `undefined` where a path must be given
 * @throws InvalidParameter, and what `resolveCondition` throws
 */
export function parseCondition(
  condition: ParameterMembers,
  label: string | undefined,
  context: QueryContext,
): Filter {
  refuseOthers(condition, MEMBERS);
  const pathParameter = nameOf(condition, 'path');
  const valueParameter = nameOf(condition, 'value');
  const path = textOf(condition, 'path') ?? label ?? '';
  if (path === '')
    throw new InvalidParameter(pathParameter, `A condition needs a field: ${condition.name}[path]=title.`);
  const operator = operatorOf(condition);
  const value = valueOf(condition.members.get('value'));
  const arity = arities[OPERATORS[operator].arity];
  if (!arity.accepts(value))
    throw new InvalidParameter(
      valueParameter,
      `${operator} takes ${arity.wants(`${condition.name}[value]`)}, got ${described(value)}.`,
    );
  const values = value === undefined ? [] : [value].flat();
  return resolveCondition({ path, operator, values, pathParameter, valueParameter }, context);
}

/** The parameter to blame for a member, there or not. */
function nameOf(condition: ParameterMembers, key: string): string {
  return condition.members.get(key)?.name ?? condition.name;
}

function operatorOf(condition: ParameterMembers): Operator {
  const operator = textOf(condition, 'operator') ?? '=';
  if (isOperator(operator)) return operator;
  throw new InvalidParameter(
    nameOf(condition, 'operator'),
    `Unknown operator '${operator}' in ${condition.name}. Known operators: ${Object.keys(OPERATORS).join(', ')}.`,
  );
}

type WrittenValue = undefined | string | readonly string[];

function valueOf(parameter: Parameter | undefined): WrittenValue {
  if (parameter?.kind !== 'members') return parameter?.value;
  return [...parameter.members.values()].map((item) => {
    if (item.kind === 'value') return item.value;
    throw new InvalidParameter(item.name, `A list of values has no lists inside: ${parameter.name}[]=value.`);
  });
}

interface ArityRule {
  accepts(value: WrittenValue): boolean;
  /** @param name of the value's parameter */
  wants(name: string): string;
}

const arities: Readonly<Record<Arity, ArityRule>> = {
  one: { accepts: (value) => typeof value === 'string', wants: (name) => `one value (${name}=a)` },
  many: { accepts: (value) => value !== undefined, wants: (name) => `one or more values (${name}[]=a)` },
  two: {
    accepts: (value) => typeof value === 'object' && value.length === 2,
    wants: (name) => `exactly two values (${name}[]=a&${name}[]=b)`,
  },
  none: { accepts: (value) => value === undefined, wants: (name) => `no value (leave out ${name})` },
};

function described(value: WrittenValue): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? `'${value}'` : `a list of ${value.length}`;
}
