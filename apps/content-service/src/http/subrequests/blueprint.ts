import { InvalidBody } from '@content-service/jsonapi';
import { escapePointerToken, isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { findTokens, InvalidToken, type Token } from './tokens.js';
import { InvalidUri, resolveUri, type UriRoot } from './part-uri.js';

/** One read of a request to /subrequests. */
export interface Part {
  readonly id: string;
  readonly uri: string;
  /** The tokens of the URI, such as `{{id.body@$.path}}`. */
  readonly tokens: readonly Token[];
  readonly headers: Readonly<Record<string, string>>;
  /** The ids of the parts that `waitFor` and the tokens name. */
  readonly needs: ReadonlySet<string>;
}

const PARTS_MAXIMUM = 20;

/** Excludes what tokens and the names of answers have a meaning for. */
const ID = /^[^{}@#\p{Cc}]{1,128}$/u;

/** The headers that a part can have. All others are those of the whole request, so no part has other rights. */
const HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'if-none-match']);

const HEADER_VALUE = /^[\t\x20-\x7e]{0,1024}$/;

const MEMBERS: ReadonlySet<string> = new Set(['requestId', 'action', 'uri', 'headers', 'waitFor']);

/** The reference implementation's name for the whole request in `waitFor`; it is always there. */
const WHOLE_REQUEST = '<ROOT>';

/**
 * Parses the body of a request to /subrequests, an array of parts such as
 * `{"requestId": "tags", "action": "view", "uri": "/api/taxonomy_term/tags", "waitFor": ["router"]}`.
 *
 * @returns the parts in levels: each part needs those of earlier levels only
 * @throws InvalidBody
 */
export function parseBlueprint(body: Json, root: UriRoot): readonly (readonly Part[])[] {
  if (!isList(body) || body.length === 0)
    throw new InvalidBody('The body must be an array of at least one part.');
  if (body.length > PARTS_MAXIMUM)
    throw new InvalidBody(`There are ${body.length} parts; at most ${PARTS_MAXIMUM} are read.`);
  const parts = body.map((part, index) => parsePart(part, index, root));
  const byId = new Map<string, number>();
  for (const [index, { id }] of parts.entries()) {
    if (byId.has(id))
      throw new InvalidBody(`Two parts have the same requestId.`, toPointer([index, 'requestId']));
    byId.set(id, index);
  }
  for (const [index, { needs }] of parts.entries())
    for (const id of needs)
      if (!byId.has(id))
        throw new InvalidBody(
          `No part has the requestId '${id}', for which this one waits.`,
          toPointer([index]),
        );
  return toLevels(parts);
}

function toPointer(path: readonly (string | number)[]): string {
  return path.map((token) => `/${escapePointerToken(String(token))}`).join('');
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

function parsePart(value: Json, index: number, root: UriRoot): Part {
  const at = (...members: string[]): string => toPointer([index, ...members]);
  if (!isJsonObject(value)) throw new InvalidBody('A part must be an object.', at());
  for (const name of Object.keys(value))
    if (!MEMBERS.has(name))
      throw new InvalidBody(`A part has no member '${name.slice(0, 100)}': parts only read.`, at(name));
  const { requestId, action, uri } = value;
  if (typeof requestId !== 'string' || !ID.test(requestId))
    throw new InvalidBody(
      'requestId must be a text of 1 to 128 characters without { } @ #.',
      'requestId' in value ? at('requestId') : at(),
    );
  if (action !== 'view')
    throw new InvalidBody(`action must be 'view': parts only read.`, 'action' in value ? at('action') : at());
  if (typeof uri !== 'string')
    throw new InvalidBody('uri must be a path of the service.', 'uri' in value ? at('uri') : at());
  const tokens = inUri(() => findTokens(uri), at('uri'));
  if (tokens.length === 0) inUri(() => resolveUri(uri, root), at('uri'));
  const needs = new Set([...parseWaitFor(value, at('waitFor')), ...tokens.map(({ id }) => id)]);
  return { id: requestId, uri, tokens, headers: parseHeaders(value, at('headers')), needs };
}

function inUri<T>(parse: () => T, pointer: string): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidToken || error instanceof InvalidUri)
      throw new InvalidBody(error.message, pointer);
    throw error;
  }
}

function parseWaitFor({ waitFor = [] }: JsonObject, pointer: string): readonly string[] {
  if (!isList(waitFor) || waitFor.length > PARTS_MAXIMUM)
    throw new InvalidBody(`waitFor must be an array of at most ${PARTS_MAXIMUM} ids of parts.`, pointer);
  return waitFor.flatMap((id) => {
    if (typeof id !== 'string') throw new InvalidBody('waitFor must contain ids of parts.', pointer);
    return id === WHOLE_REQUEST ? [] : [id];
  });
}

function parseHeaders({ headers = {} }: JsonObject, pointer: string): Readonly<Record<string, string>> {
  if (!isJsonObject(headers)) throw new InvalidBody('headers must be an object.', pointer);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lowerCase = name.toLowerCase();
      if (!HEADERS.has(lowerCase))
        throw new InvalidBody(
          `A part can have the headers ${[...HEADERS].join(', ')}; others are those of the whole request.`,
          pointer,
        );
      if (typeof value !== 'string' || !HEADER_VALUE.test(value))
        throw new InvalidBody(
          `The header ${lowerCase} must be ASCII text of at most 1024 characters.`,
          pointer,
        );
      return [lowerCase, value];
    }),
  );
}

/** @throws InvalidBody when parts wait for each other */
function toLevels(parts: readonly Part[]): readonly (readonly Part[])[] {
  const levels: Part[][] = [];
  const placed = new Set<string>();
  for (let left = parts; left.length > 0; left = left.filter(({ id }) => !placed.has(id))) {
    const level = left.filter(({ needs }) => [...needs].every((id) => placed.has(id)));
    if (level.length === 0)
      throw new InvalidBody(
        'This part waits for itself, directly or through others.',
        toPointer([parts.findIndex(({ id }) => id === left[0]?.id)]),
      );
    for (const { id } of level) placed.add(id);
    levels.push(level);
  }
  return levels;
}
