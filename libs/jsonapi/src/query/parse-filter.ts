import { type Filter, type QueryContext, resolveCondition } from '@content-service/entries';
import { InvalidParameter } from '../jsonapi.errors.js';
import type { Parameter, ParameterMembers } from './bracket-params.js';
import { buildFilterTree, ROOT, type WrittenMember } from './filter-tree.js';
import { membersOf, refuseOthers, textOf } from './parameter-members.js';
import { parseCondition } from './parse-condition.js';

/**
 * Reads all filter forms:
 * `filter[field]=value`, `filter[field][value]=…&filter[field][operator]=…` (with `[path]` when the label is no field),
 * `filter[label][condition][path|operator|value|memberOf]=…` and `filter[label][group][conjunction|memberOf]=…`.
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

function parseMember(label: string, item: Parameter, context: QueryContext): WrittenMember {
  if (label === ROOT)
    throw new InvalidParameter(item.name, `'${ROOT}' is the outermost group; choose another label.`);
  if (item.kind === 'value') return parseEquality(label, item.name, item.value, context);
  if (item.members.has('group')) return parseGroup(label, item);
  if (item.members.has('condition')) {
    refuseOthers(item, ['condition']);
    return placed(label, membersOf(item, 'condition'), undefined, context);
  }
  if (item.members.has('value')) return placed(label, item, label, context);
  throw new InvalidParameter(
    item.name,
    `'${item.name}' is no filter. Write ${item.name}=value, ${item.name}[operator]=…&${item.name}[value]=…, ` +
      `${item.name}[condition][path]=… (the form for IS NULL) or ${item.name}[group][conjunction]=….`,
  );
}

function parseEquality(label: string, name: string, value: string, context: QueryContext): WrittenMember {
  if (name === 'filter[]')
    throw new InvalidParameter(name, `'filter[]' names no field: filter[title]=value.`);
  const condition = { path: label, operator: '=', values: [value] } as const;
  const filter = resolveCondition({ ...condition, pathParameter: name, valueParameter: name }, context);
  return { kind: 'condition', label, name, memberOf: ROOT, filter };
}

/** A condition in the group it names. */
function placed(
  label: string,
  condition: ParameterMembers,
  path: string | undefined,
  context: QueryContext,
): WrittenMember {
  const memberOf = textOf(condition, 'memberOf') ?? ROOT;
  const filter = parseCondition(condition, path, context);
  return { kind: 'condition', label, name: condition.name, memberOf, filter };
}

function parseGroup(label: string, item: ParameterMembers): WrittenMember {
  refuseOthers(item, ['group']);
  const group = membersOf(item, 'group');
  refuseOthers(group, ['conjunction', 'memberOf']);
  const conjunction = textOf(group, 'conjunction');
  if (conjunction !== 'AND' && conjunction !== 'OR')
    throw new InvalidParameter(
      group.members.get('conjunction')?.name ?? group.name,
      `A filter group needs ${group.name}[conjunction]=AND or OR, in upper case.`,
    );
  return { kind: 'group', label, name: group.name, memberOf: textOf(group, 'memberOf') ?? ROOT, conjunction };
}
