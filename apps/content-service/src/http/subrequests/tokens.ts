import { getOwn, isJsonObject, type Json } from '@content-service/kernel';
import { URL_LENGTH_MAXIMUM } from '../server/middleware.js';

/** A place in a URI for a value of an earlier answer. */
export interface Token {
  /** Where it is in the URI. */
  readonly start: number;
  readonly end: number;
  /** The id of the part whose answer has the value. */
  readonly id: string;
  /** Members and indexes from the body of the answer to the value. */
  readonly path: readonly string[];
}

/** A token that cannot be read. */
export class InvalidToken extends Error {}

const TOKENS = /\{\{([^{}]*)\}\}/g;
const TOKEN = /^(.+)\.body@\$(.+)$/;
const STEP = /\.([A-Za-z_][\w-]*)|\[(\d{1,6})\]|\['([^'\]]*)'\]|\["([^"\]]*)"\]/gy;

/**
 * The tokens of a URI, such as `{{router.body@$.jsonapi.individual}}`: the id of a part, and a JSONPath (RFC 9535) of member names
 * and indexes.
 *
 * @throws InvalidToken
 */
export function findTokens(uri: string): readonly Token[] {
  return [...uri.matchAll(TOKENS)].map((match) => {
    const [text, content = ''] = match;
    const [, id, path] = TOKEN.exec(content) ?? [];
    const steps = path === undefined ? undefined : parseSteps(path);
    if (id === undefined || steps === undefined)
      throw new InvalidToken(
        `'${text.slice(0, 100)}' is not a token such as {{router.body@$.jsonapi.individual}} or {{tags.body@$.data[0]['id']}}.`,
      );
    return { start: match.index, end: match.index + text.length, id, path: steps };
  });
}

function parseSteps(path: string): string[] | undefined {
  const matches = [...path.matchAll(STEP)];
  const length = matches.reduce((sum, [text]) => sum + text.length, 0);
  if (length !== path.length) return undefined;
  return matches.map(([, member, index, single, double]) => member ?? index ?? single ?? double ?? '');
}

/**
 * Replaces the tokens of a URI.
 *
 * @param tokens as of `findTokens`
 * @param findBody the parsed body of a part; `undefined` when it has no answer in JSON
 * @returns `undefined` when a token has no value, or the URI becomes longer than any that is read
 */
export function replaceTokens(
  uri: string,
  tokens: readonly Token[],
  findBody: (id: string) => Json | undefined,
): string | undefined {
  let [replaced, rest] = ['', 0];
  for (const { start, end, id, path } of tokens) {
    const value = findValue(findBody(id), path);
    if (value === undefined) return undefined;
    replaced += uri.slice(rest, start) + value;
    rest = end;
    if (replaced.length > URL_LENGTH_MAXIMUM) return undefined;
  }
  return replaced + uri.slice(rest);
}

function findValue(body: Json | undefined, path: readonly string[]): string | undefined {
  let value: Json | undefined = body;
  for (const step of path)
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(step)];
    else value = isJsonObject(value) ? getOwn(value, step) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
