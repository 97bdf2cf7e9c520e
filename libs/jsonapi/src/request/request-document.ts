import { isUtf8 } from 'node:buffer';
import type { EntryDraft } from '@content-service/entries';
import {
  AggregateDomainError,
  findExcessiveNesting,
  isJsonObject,
  isUuid,
  type Json,
  type JsonObject,
  NESTING_MAXIMUM,
  type Uuid,
} from '@content-service/kernel';
import { BodyConflict, InvalidBody, InvalidMember } from '../jsonapi.errors.js';
import { LocalIdTracker } from './local-ids.js';

/**
 * Parses the JSON of a request body.
 *
 * @throws InvalidBody for an empty body, invalid UTF-8, nesting above 64 levels and invalid JSON (with line and column)
 */
export function parseJson(body: Uint8Array): Json {
  const text = decode(body);
  if (text.trim() === '') throw new InvalidBody('The request has no body; send a JSON:API document.');
  const tooDeep = findExcessiveNesting(text);
  if (tooDeep !== undefined) {
    const { line, column } = toPosition(tooDeep, text);
    throw new InvalidBody(
      `The body nests deeper than ${NESTING_MAXIMUM} levels in line ${line}, column ${column}.`,
    );
  }
  return parse(text);
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
    while (isSpace(text.charCodeAt(index))) index += 1;
    const token = text.charAt(index);
    const end = PUNCTUATION.has(token) ? index + 1 : findEnd(TOKEN, text, index);
    const next: State | 'after' | undefined = NEXT[state][end === index ? 'none' : classify(token)];
    if (next === undefined) return toSyntaxError(index, text);
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    state = next === 'after' ? AFTER[open.at(-1) ?? 'nothing'] : next;
    index = end;
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

/** A string or literal. Single characters are recognized without it, which is several times faster. */
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON strings must not hold control characters
  /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The end of the match at `index`; `index` without one. */
function findEnd(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : index;
}

/** Blank, tab, line feed and carriage return (RFC 8259 §2). */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

const PUNCTUATION: ReadonlySet<string> = new Set('{}[],:');

/** @param character the first one of a token */
function classify(character: string): Exclude<Kind, 'none'> {
  if (PUNCTUATION.has(character)) return character as '{' | '}' | '[' | ']' | ',' | ':';
  return character === '"' ? 'string' : 'literal';
}

function toSyntaxError(index: number, text: string): JsonSyntaxError {
  const excerpt = /^[^\r\n]{1,20}/u.exec(text.slice(index, index + 40))?.[0];
  return { ...toPosition(index, text), found: excerpt === undefined ? 'end of text' : `'${excerpt}'` };
}

function toPosition(index: number, text: string): Pick<JsonSyntaxError, 'line' | 'column'> {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < index; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: index - start + 1 };
}

/**
 * Parses the body of a POST (JSON:API 1.1 «Creating Resources»). `links`, `meta` and unknown members are ignored.
 *
 * @param type name of the endpoint's resource type
 * @param newId generates the id of an entry whose relationships refer to itself by its `lid`
 * @throws InvalidBody, InvalidMember, BodyConflict
 */
export function parseCreationDraft(body: Json, type: string, newId: () => Uuid): EntryDraft {
  const resource = parseEndpointResource(body, type);
  const { id: given, lid } = resource;
  if (given === undefined && lid === undefined) return parseOwnMembers(resource);
  const id = given === undefined ? newId() : parseUuidMember(given);
  return { id, ...parseOwnMembers(resource, id) };
}

/** The members of an entry, whose relationships may refer to itself by its `lid`. */
function parseOwnMembers(resource: ResourceObject, id?: Uuid): EntryDraft {
  const { type, lid, relationships } = resource;
  const lids = new LocalIdTracker('resource of this document is');
  if (lid !== undefined && id !== undefined) lids.declare(type, lid, id);
  return parseDraftMembers({ ...resource, relationships: lids.resolveRelationships(relationships) });
}

/**
 * Parses the body of a PATCH (JSON:API 1.1 «Updating Resources»), whose `id` must be that of the URL.
 *
 * @param type name of the endpoint's resource type
 * @throws InvalidBody, InvalidMember, BodyConflict
 */
export function parseUpdateDraft(body: Json, type: string, id: Uuid): EntryDraft {
  const resource = parseEndpointResource(body, type);
  if (resource['id'] === undefined) throw new InvalidBody(`The resource needs its 'id', '${id}'.`, '/data');
  const given = parseUuidMember(resource['id']);
  if (given === id) return parseOwnMembers(resource, id);
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
