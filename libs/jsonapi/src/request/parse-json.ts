import type { Json } from '@content-service/kernel';
import { InvalidBody } from '../jsonapi.errors.js';
import { findJsonFault } from './json-fault.js';

// Deeper than any field value or linkage goes.
const DEPTH_MAXIMUM = 64;

/**
 * The JSON of a request body.
 *
 * @throws InvalidBody for an empty body, bytes that are not UTF-8, broken JSON (with the place) and deep nesting
 */
export function parseJson(body: Uint8Array): Json {
  const text = decode(body);
  if (text.trim() === '') throw new InvalidBody('The request has no body; send a JSON:API document.');
  const value = parse(text);
  if (isDeeperThan(DEPTH_MAXIMUM, value))
    throw new InvalidBody(`The body nests deeper than ${DEPTH_MAXIMUM} levels.`);
  return value;
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new InvalidBody('The body is not valid UTF-8.');
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const { line, column, found } = findJsonFault(text);
    throw new InvalidBody(
      `The body is not valid JSON: unexpected ${found} in line ${line}, column ${column}.`,
    );
  }
}

function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member as Json));
}
