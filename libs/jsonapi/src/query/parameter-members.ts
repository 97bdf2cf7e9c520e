import { InvalidParameter } from '../jsonapi.errors.js';
import type { ParameterMembers } from './bracket-params.js';

/** The value of a member that must not have members itself; `undefined` when it is not there. */
export function textOf(parent: ParameterMembers, key: string): string | undefined {
  const member = parent.members.get(key);
  if (member === undefined) return undefined;
  if (member.kind === 'value') return member.value;
  throw new InvalidParameter(member.name, `'${member.name}' takes one value, not a list.`);
}

/** A member that must have members itself. */
export function membersOf(parent: ParameterMembers, key: string): ParameterMembers {
  const member = parent.members.get(key);
  if (member?.kind === 'members') return member;
  const name = `${parent.name}[${key}]`;
  throw new InvalidParameter(name, `'${name}' takes no value of its own; write ${name}[key]=value.`);
}

/** Refuses misspelt members, which would otherwise silently change what a request means. */
export function refuseOthers(parent: ParameterMembers, known: readonly string[]): void {
  for (const [key, { name }] of parent.members) {
    if (known.includes(key)) continue;
    throw new InvalidParameter(
      name,
      `'${parent.name}' has no member '${key}' here. Known members: ${known.join(', ')}.`,
    );
  }
}
