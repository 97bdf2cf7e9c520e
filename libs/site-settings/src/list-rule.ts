import { findMemberProblems, type MemberRule, type MemberRules } from '@content-service/kernel';

/** What is wrong within a value. */
export interface SettingProblem {
  /** Within the value, such as `/0/width`; empty for the value itself. */
  readonly pointer: string;
  /** The rest of the message «<name> must be …». */
  readonly expectation: string;
  /** As members of JSON Schema. */
  readonly rule: Readonly<Record<string, unknown>>;
}

/** The rules of a setting that is a list of objects, of which one member is different in each. */
export interface ListRule {
  readonly members: MemberRules;
  /** The member that is different; `name` when absent. */
  readonly key?: string;
  /** Only among the items that have the same value of this member. */
  readonly within?: string;
  readonly maximum: number;
  /** What the list is of, such as `styles`. */
  readonly items: string;
  /** The rest of the message «<name> must be …» for what is no such list. */
  readonly expectation: string;
  /** The problem of an item whose members are valid one by one. */
  readonly findItemProblem?: (item: Readonly<Record<string, unknown>>) => SettingProblem | undefined;
}

/** @returns the first problem; `undefined` for a valid list */
export function findListProblem(value: unknown, list: ListRule): SettingProblem | undefined {
  const { maximum, expectation, items, key = 'name', within } = list;
  if (!Array.isArray(value) || value.length > maximum)
    return { pointer: '', expectation, rule: { type: 'array', maxItems: maximum } };
  const keys = new Set<unknown>();
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    const problem = findItemProblem(item, list);
    if (problem !== undefined) return { ...problem, pointer: `/${index}${problem.pointer}` };
    const members = item as Readonly<Record<string, unknown>>;
    const its = JSON.stringify([members[key], within === undefined ? undefined : members[within]]);
    if (keys.has(its))
      return {
        pointer: `/${index}/${key}`,
        expectation: `a list of ${items} with different ${key}s`,
        rule: { uniqueItems: true },
      };
    keys.add(its);
  }
  return undefined;
}

function findItemProblem(item: unknown, list: ListRule): SettingProblem | undefined {
  const { members: rules, items, expectation } = list;
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { pointer: '', expectation, rule: { type: 'object' } };
  const members = item as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members))
    if (!Object.hasOwn(rules, name))
      return {
        pointer: '',
        expectation: `a list of ${items} without a member '${name.slice(0, 50)}'`,
        rule: { enum: Object.keys(rules) },
      };
  for (const [name, rule] of Object.entries(rules)) {
    const problem = findMemberProblem(name, rule, members[name], items);
    if (problem !== undefined) return problem;
  }
  return list.findItemProblem?.(members);
}

function findMemberProblem(
  name: string,
  rule: MemberRule,
  value: unknown,
  items: string,
): SettingProblem | undefined {
  if (value === undefined)
    return rule.required === true
      ? { pointer: '', expectation: `a list of ${items} with ${name}`, rule: { required: [name] } }
      : undefined;
  const pointer = `/${name}`;
  const isOfType = rule.type === 'integer' ? typeof value === 'number' : typeof value === rule.type;
  if (!isOfType)
    return {
      pointer,
      expectation: `a list of ${items} whose ${name} is of the type ${rule.type}`,
      rule: { type: rule.type },
    };
  if (rule.enum?.includes(value as string) === false)
    return {
      pointer,
      expectation: `a list of ${items} whose ${name} is one of ${rule.enum.join(', ')}`,
      rule: { enum: rule.enum },
    };
  const [problem] = findMemberProblems(name, rule, value);
  return problem && { pointer, expectation: `valid: ${problem.message.slice(0, -1)}`, rule: problem.rule };
}
