import { isUtf8 } from 'node:buffer';
import type { EntryDraft } from '@content-service/entries';
import {
  AggregateDomainError,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  type Uuid,
} from '@content-service/kernel';
import { BodyConflict, InvalidBody, InvalidMember } from '../jsonapi.errors.js';

// Above the nesting of all field values and linkage.
const DEPTH_MAXIMUM = 64;

/**
 * Parses the JSON of a request body.
 *
 * @throws InvalidBody for an empty body, invalid UTF-8, invalid JSON (with line and column) and nesting above 64 levels
 */
export function parseJson(body: Uint8Array): Json {
  const text = decode(body);
  if (text.trim() === '') throw new InvalidBody('The request has no body; send a JSON:API document.');
  const value = parse(text);
  if (isDeeperThan(DEPTH_MAXIMUM, value))
    throw new InvalidBody(`The body nests deeper than ${DEPTH_MAXIMUM} levels.`);
  return value;
}

/** Several times faster than `TextDecoder` with `fatal`. A byte order mark is ignored (RFC 8259 §8.1). */
function decode(body: Uint8Array): string {
  if (!isUtf8(body)) throw new InvalidBody('The body is not valid UTF-8.');
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const { line, column, found } = locateJsonSyntaxError(text);
    throw new InvalidBody(
      `The body is not valid JSON: unexpected ${found} in line ${line}, column ${column}.`,
    );
  }
}

/** Loops without `Object.values` and closures, which would take as long as `JSON.parse` for a body of many small objects. */
function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const member of value as readonly Json[]) if (isDeeperThan(levels - 1, member)) return true;
    return false;
  }
  const members = value as JsonObject;
  for (const name in members) if (isDeeperThan(levels - 1, members[name] ?? null)) return true;
  return false;
}

/** Position of a JSON syntax error. Lines and columns count from 1. */
export interface JsonSyntaxError {
  readonly line: number;
  readonly column: number;
  /** The text at that position in quotes, up to 20 characters, or `end of text`. */
  readonly found: string;
}

/**
 * Finds the first position at which a text is not JSON (RFC 8259), in linear time and without recursion. `JSON.parse`
 * reports the position of some errors only, in messages that differ between versions of Node; `jsonc-parser` recurses and
 * overflows the stack on 20 000 brackets.
 *
 * @param text invalid JSON
 */
export function locateJsonSyntaxError(text: string): JsonSyntaxError {
  const open: Container[] = [];
  let state: State = 'value';
  let index = 0;
  for (;;) {
    index += matchAt(SPACE, text, index).length;
    const token = matchAt(TOKEN, text, index);
    const next: State | 'after' | undefined = NEXT[state][classifyToken(token)];
    if (next === undefined) return toSyntaxError(index, text);
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    state = next === 'after' ? AFTER[open.at(-1) ?? 'nothing'] : next;
    index += token.length;
  }
}

type Container = '{' | '[';
type State = 'value' | 'item' | 'member' | 'name' | 'colon' | 'after item' | 'after member' | 'end';
type Kind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'literal' | 'none';

const VALUE = { '{': 'member', '[': 'item', string: 'after', literal: 'after' } as const;

/** Permitted tokens of each state and the state that follows; `after` depends on the enclosing container. */
const NEXT: Readonly<Record<State, Partial<Record<Kind, State | 'after'>>>> = {
  value: VALUE,
  item: { ...VALUE, ']': 'after' },
  member: { string: 'colon', '}': 'after' },
  name: { string: 'colon' },
  colon: { ':': 'value' },
  'after item': { ',': 'value', ']': 'after' },
  'after member': { ',': 'name', '}': 'after' },
  end: {},
};

const AFTER = { '[': 'after item', '{': 'after member', nothing: 'end' } as const;

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  // eslint-disable-next-line no-control-regex -- JSON strings must not hold control characters
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}

function classifyToken(token: string): Kind {
  if (token === '') return 'none';
  if (token.startsWith('"')) return 'string';
  return isPunctuation(token) ? token : 'literal';
}

function isPunctuation(token: string): token is '{' | '}' | '[' | ']' | ',' | ':' {
  return '{}[],:'.includes(token);
}

function toSyntaxError(index: number, text: string): JsonSyntaxError {
  const before = text.slice(0, index).split('\n');
  const excerpt = /^[^\r\n]{1,20}/u.exec(text.slice(index))?.[0];
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    found: excerpt === undefined ? 'end of text' : `'${excerpt}'`,
  };
}

/**
 * Parses the body of a POST (JSON:API 1.1 «Creating Resources»). `links`, `meta`, `lid` and unknown members are ignored.
 *
 * @param type name of the endpoint's resource type
 * @throws InvalidBody, InvalidMember, BodyConflict
 */
export function parseNewEntry(body: Json, type: string): EntryDraft {
  const resource = parseEndpointResource(body, type);
  const { id } = resource;
  return id === undefined
    ? parseDraftMembers(resource)
    : { id: parseUuidMember(id), ...parseDraftMembers(resource) };
}

/**
 * Parses the body of a PATCH (JSON:API 1.1 «Updating Resources»), whose `id` must be that of the URL.
 *
 * @param type name of the endpoint's resource type
 * @throws InvalidBody, InvalidMember, BodyConflict
 */
export function parseChangedEntry(body: Json, type: string, id: Uuid): EntryDraft {
  const resource = parseEndpointResource(body, type);
  if (resource['id'] === undefined) throw new InvalidBody(`The resource needs its 'id', '${id}'.`, '/data');
  const given = parseUuidMember(resource['id']);
  if (given === id) return parseDraftMembers(resource);
  throw new BodyConflict(
    `The 'id' of the body must be that of the URL, '${id}', got '${given}'.`,
    '/data/id',
  );
}

function parseEndpointResource(body: Json, endpointType: string): ResourceObject {
  const resource = parseResource(getPrimaryData(body), endpointType);
  if (resource.type === endpointType) return resource;
  throw new BodyConflict(`This endpoint is for '${endpointType}', not for '${resource.type}'.`, '/data/type');
}

/**
 * The `data` of a request document; for a relationship endpoint the linkage, which the domain validates.
 *
 * @throws InvalidBody
 */
export function getPrimaryData(body: Json): Json {
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (data === undefined) throw new InvalidBody(`The body must be an object with 'data'.`);
  return data;
}

export type ResourceObject = JsonObject & { readonly type: string };

/**
 * Parses a resource object, validating only its `type`.
 *
 * @param data the primary data; pointers of errors start with `/data`
 * @param expectedType shown in the error when `type` is missing
 * @throws InvalidBody
 */
export function parseResource(data: Json | undefined, expectedType?: string): ResourceObject {
  if (!isJsonObject(data)) throw new InvalidBody(`'data' must be one resource object.`, '/data');
  const { type } = data;
  const example = expectedType === undefined ? '' : `, '${expectedType}'`;
  if (type === undefined) throw new InvalidBody(`The resource needs its 'type'${example}.`, '/data');
  if (typeof type !== 'string') throw new InvalidBody(`'type' must be a string.`, '/data/type');
  return { ...data, type };
}

/** @throws InvalidMember */
export function parseUuidMember(id: Json): Uuid {
  if (typeof id === 'string' && isUuid(id)) return id;
  throw new InvalidMember(`'id' must be a UUID in lower case, got ${JSON.stringify(id)}.`, '/data/id');
}

/** The attributes and relationships of a resource object. @throws InvalidMember, or AggregateDomainError of it */
export function parseDraftMembers({ attributes, relationships }: JsonObject): EntryDraft {
  AggregateDomainError.throwIfAny([
    ...invalidObject('attributes', attributes),
    ...invalidObject('relationships', relationships),
  ]);
  return {
    attributes: attributes as JsonObject | undefined,
    relationships: relationships as JsonObject | undefined,
  };
}

function invalidObject(name: string, member: Json | undefined): readonly InvalidMember[] {
  if (member === undefined || isJsonObject(member)) return [];
  return [new InvalidMember(`'${name}' must be an object.`, `/data/${name}`)];
}
