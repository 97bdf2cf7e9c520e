import type { Filter, Group } from '@content-service/entries';
import { InvalidParameter } from '../jsonapi.errors.js';

/** The name of the outermost group, to which everything belongs that names no other. */
export const ROOT = '@root';

/** A condition or group as it was written: it names the group it belongs to. */
export type WrittenMember = WrittenCondition | WrittenGroup;

interface Written {
  readonly label: string;
  readonly memberOf: string;
  /** The beginning of its parameters, such as `filter[a][condition]`. */
  readonly name: string;
}

interface WrittenCondition extends Written {
  readonly kind: 'condition';
  readonly filter: Filter;
}

interface WrittenGroup extends Written {
  readonly kind: 'group';
  readonly conjunction: Group['conjunction'];
}

// Deeper than anybody nests by hand, and no deeper than a database's parser bears.
const DEPTH_MAXIMUM = 100;

/**
 * Puts every member into the group it names.
 *
 * @param members each label once
 * @throws InvalidParameter for a group that does not exist, has no members, holds itself or lies too deep
 */
export function buildFilterTree(members: readonly WrittenMember[]): Filter {
  const groups = new Map(
    members.filter((member) => member.kind === 'group').map((group) => [group.label, group]),
  );
  for (const member of members) requireGroup(member, groups);
  for (const group of groups.values()) requireMembers(group, members);
  for (const group of groups.values()) requireWayToRoot(group, groups);
  const outermost = membersIn(ROOT, members);
  const [only, second] = outermost;
  if (only !== undefined && second === undefined) return only;
  return { kind: 'group', conjunction: 'AND', members: outermost };
}

function membersIn(label: string, members: readonly WrittenMember[]): readonly Filter[] {
  return members
    .filter(({ memberOf }) => memberOf === label)
    .map((member) => (member.kind === 'condition' ? member.filter : toGroup(member, members)));
}

function toGroup({ label, conjunction }: WrittenGroup, members: readonly WrittenMember[]): Group {
  return { kind: 'group', conjunction, members: membersIn(label, members) };
}

type Groups = ReadonlyMap<string, WrittenGroup>;

function requireGroup({ name, memberOf }: WrittenMember, groups: Groups): void {
  if (memberOf === ROOT || groups.has(memberOf)) return;
  throw new InvalidParameter(
    `${name}[memberOf]`,
    `There is no filter group '${memberOf}'. Known groups: ${[ROOT, ...groups.keys()].join(', ')}.`,
  );
}

function requireMembers({ label, name }: WrittenGroup, members: readonly WrittenMember[]): void {
  if (members.some(({ memberOf }) => memberOf === label)) return;
  throw new InvalidParameter(
    name,
    `The filter group '${label}' has no members; give it some or leave it out.`,
  );
}

function requireWayToRoot(start: WrittenGroup, groups: Groups): void {
  const passed = new Set<string>();
  for (let group: WrittenGroup | undefined = start; group !== undefined; group = groups.get(group.memberOf)) {
    const parameter = `${group.name}[memberOf]`;
    if (passed.has(group.label))
      throw new InvalidParameter(parameter, `The filter group '${group.label}' is a member of itself.`);
    if (passed.size === DEPTH_MAXIMUM)
      throw new InvalidParameter(parameter, `Filter groups may nest at most ${DEPTH_MAXIMUM} deep.`);
    passed.add(group.label);
  }
}
