import { InvalidParameter } from '../jsonapi.errors.js';

/** One parameter, or all parameters with a common prefix: `filter[a]=1&filter[b]=2` is one `filter` with two members. */
export type Parameter = ParameterValue | ParameterMembers;

export interface ParameterValue {
  readonly kind: 'value';
  /** The full name, percent-decoded: `filter[title][value][]`. */
  readonly name: string;
  readonly value: string;
}

export interface ParameterMembers {
  readonly kind: 'members';
  /** The common prefix: `filter[title]`. */
  readonly name: string;
  /** In the order of the first occurrence of each key. */
  readonly members: ReadonlyMap<string, Parameter>;
}

// Not stated by the specification; far above the needs of known clients.
const COUNT_MAXIMUM = 1000;
const DEPTH_MAXIMUM = 8;

/**
 * Parses a query string with bracketed names, raw or percent-encoded. A later parameter replaces an earlier one, also of
 * another shape (`filter=x&filter[a]=1` has members only). `[]` gets the next free number as its key. `+` is a space.
 *
 * @param query the part of the URL after `?`
 * @throws InvalidParameter
 */
export function parseBracketedQuery(query: string): ReadonlyMap<string, Parameter> {
  return parsePairs(query, () => undefined);
}

/** As `parseBracketedQuery`, but a parameter that would replace an earlier one is refused. @throws InvalidParameter */
export function parseUnrepeatedQuery(query: string): ReadonlyMap<string, Parameter> {
  return parsePairs(query, ({ name }) => {
    throw new InvalidParameter(name, `'${name}' is given twice, or both a value and members.`);
  });
}

/** @param onReplace called with a parameter that replaces an earlier one */
function parsePairs(
  query: string,
  onReplace: (parameter: ParameterValue) => void,
): ReadonlyMap<string, Parameter> {
  const all: Members = new Map();
  const pairs = query.split('&').filter((pair) => pair !== '');
  for (const [count, pair] of pairs.entries()) {
    const parameter = parsePair(pair);
    if (count === COUNT_MAXIMUM)
      throw new InvalidParameter(parameter.name, `A query may have at most ${COUNT_MAXIMUM} parameters.`);
    if (insertParameter(parameter, all)) onReplace(parameter);
  }
  return all;
}

type Members = Map<string, ParameterValue | MutableParameterMembers>;

interface MutableParameterMembers extends ParameterMembers {
  readonly members: Members;
}

function parsePair(pair: string): ParameterValue {
  const equals = pair.indexOf('=');
  const writtenName = equals === -1 ? pair : pair.slice(0, equals);
  const name = decode(writtenName, writtenName);
  return { kind: 'value', name, value: equals === -1 ? '' : decode(pair.slice(equals + 1), name) };
}

function decode(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    const message = `'${text}' is not valid percent-encoded UTF-8; a percent sign itself is written %25.`;
    throw new InvalidParameter(parameter, message);
  }
}

/** @returns whether an earlier parameter was replaced */
function insertParameter(parameter: ParameterValue, all: Members): boolean {
  const [family = '', ...keys] = parseKeys(parameter.name);
  let [members, key, name] = [all, family, family];
  let replaces = false;
  for (const written of keys) {
    replaces ||= members.get(key)?.kind === 'value';
    members = getOrCreateMembers(key, name, members);
    key = written === '' ? nextFreeIndex(members) : written;
    name = `${name}[${written}]`;
  }
  replaces ||= members.has(key);
  members.set(key, parameter);
  return replaces;
}

/** `filter[a][b]` has the keys `filter`, `a` and `b`. */
function parseKeys(name: string): readonly string[] {
  const [, family = '', brackets = ''] = /^([^[\]]*)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (family + brackets !== name)
    throw new InvalidParameter(name, `The brackets of '${name}' do not match; write name[key][key].`);
  const keys = brackets === '' ? [] : brackets.slice(1, -1).split('][');
  if (keys.length >= DEPTH_MAXIMUM)
    throw new InvalidParameter(name, `'${name}' nests deeper than the ${DEPTH_MAXIMUM} levels allowed.`);
  return [family, ...keys];
}

function getOrCreateMembers(key: string, name: string, parent: Members): Members {
  const present = parent.get(key);
  if (present?.kind === 'members') return present.members;
  const created: MutableParameterMembers = { kind: 'members', name, members: new Map() };
  parent.set(key, created);
  return created.members;
}

function nextFreeIndex(members: Members): string {
  let free = members.size;
  while (members.has(String(free))) free += 1;
  return String(free);
}

/** The value of a member, `undefined` when absent. @throws InvalidParameter for a member with members */
export function getValue(parent: ParameterMembers, key: string): string | undefined {
  const member = parent.members.get(key);
  if (member === undefined) return undefined;
  if (member.kind === 'value') return member.value;
  throw new InvalidParameter(member.name, `'${member.name}' takes one value, not a list.`);
}

/** The members of a member. @throws InvalidParameter when it is absent or has a value */
export function getMembers(parent: ParameterMembers, key: string): ParameterMembers {
  const member = parent.members.get(key);
  if (member?.kind === 'members') return member;
  const name = `${parent.name}[${key}]`;
  throw new InvalidParameter(name, `'${name}' takes no value of its own; write ${name}[key]=value.`);
}

/** Rejects unknown (misspelt) members, since ignoring them would change the result silently. @throws InvalidParameter */
export function rejectUnknown(parent: ParameterMembers, known: readonly string[]): void {
  for (const [key, { name }] of parent.members) {
    if (known.includes(key)) continue;
    throw new InvalidParameter(
      name,
      `'${parent.name}' has no member '${key}' here. Known members: ${known.join(', ')}.`,
    );
  }
}
