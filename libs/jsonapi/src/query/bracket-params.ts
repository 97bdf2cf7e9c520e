import { InvalidParameter } from '../jsonapi.errors.js';

/** One parameter, or all those with a common beginning: `filter[a]=1&filter[b]=2` is one `filter` with two members. */
export type Parameter = ParameterValue | ParameterMembers;

export interface ParameterValue {
  readonly kind: 'value';
  /** As the client wrote it, percent-decoded: `filter[title][value][]`. */
  readonly name: string;
  readonly value: string;
}

export interface ParameterMembers {
  readonly kind: 'members';
  /** The common beginning: `filter[title]`. */
  readonly name: string;
  /** In the order in which each key came first. */
  readonly members: ReadonlyMap<string, Parameter>;
}

// Far above what any client sends.
const COUNT_MAXIMUM = 1000;
const DEPTH_MAXIMUM = 8;

/**
 * Reads a query string with bracketed names, raw or percent-encoded. What comes later wins, also over another shape
 * (`filter=x&filter[a]=1` is members only). `[]` takes the next free number as its key. `+` is a space.
 *
 * @param query what stands behind the `?`
 * @throws InvalidParameter
 */
export function parseBracketParams(query: string): ReadonlyMap<string, Parameter> {
  const all: Members = new Map();
  const pairs = query.split('&').filter((pair) => pair !== '');
  for (const [count, pair] of pairs.entries()) {
    const parameter = parsePair(pair);
    if (count === COUNT_MAXIMUM)
      throw new InvalidParameter(parameter.name, `A query may have at most ${COUNT_MAXIMUM} parameters.`);
    place(parameter, all);
  }
  return all;
}

type Members = Map<string, ParameterValue | GrowingMembers>;

interface GrowingMembers extends ParameterMembers {
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

function place(parameter: ParameterValue, all: Members): void {
  const [family = '', ...keys] = keysOf(parameter.name);
  let [members, key, name] = [all, family, family];
  for (const written of keys) {
    members = membersAt(key, name, members);
    key = written === '' ? freeKey(members) : written;
    name = `${name}[${written}]`;
  }
  members.set(key, parameter);
}

/** `filter[a][b]` has the keys `filter`, `a` and `b`. */
function keysOf(name: string): readonly string[] {
  const [, family = '', brackets = ''] = /^([^[\]]*)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (family + brackets !== name)
    throw new InvalidParameter(name, `The brackets of '${name}' do not match; write name[key][key].`);
  const keys = brackets === '' ? [] : brackets.slice(1, -1).split('][');
  if (keys.length >= DEPTH_MAXIMUM)
    throw new InvalidParameter(name, `'${name}' nests deeper than the ${DEPTH_MAXIMUM} levels allowed.`);
  return [family, ...keys];
}

function membersAt(key: string, name: string, parent: Members): Members {
  const present = parent.get(key);
  if (present?.kind === 'members') return present.members;
  const made: GrowingMembers = { kind: 'members', name, members: new Map() };
  parent.set(key, made);
  return made.members;
}

function freeKey(members: Members): string {
  let free = members.size;
  while (members.has(String(free))) free += 1;
  return String(free);
}
