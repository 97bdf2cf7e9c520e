import { InvalidParameter } from '../jsonapi.errors.js';
import type { Parameter } from './bracket-params.js';

/** A window of a collection. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

// No collection is that long, and every store can count that far.
const OFFSET_MAXIMUM = 2 ** 52;

/**
 * Reads `page[limit]` and `page[offset]`; other keys are ignored. A limit above the maximum is cut to it, and is the
 * maximum when it is not given.
 *
 * @throws InvalidParameter
 */
export function parsePage(page: Parameter | undefined, limitMaximum: number): Page {
  if (page === undefined) return { offset: 0, limit: limitMaximum };
  if (page.kind === 'value')
    throw new InvalidParameter(page.name, `'page' needs a key: page[limit]=10&page[offset]=20.`);
  const limit = parseNumber(page.members.get('limit'), 1) ?? limitMaximum;
  const offset = parseNumber(page.members.get('offset'), 0) ?? 0;
  return { offset: Math.min(offset, OFFSET_MAXIMUM), limit: Math.min(limit, limitMaximum) };
}

/** `undefined` when there is none. @throws InvalidParameter for what is not digits, or too small a number */
export function parseNumber(parameter: Parameter | undefined, least: number): number | undefined {
  if (parameter === undefined) return undefined;
  const text = parameter.kind === 'value' ? parameter.value : '';
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  const got = parameter.kind === 'value' ? `'${text}'` : 'a list';
  throw new InvalidParameter(
    parameter.name,
    `'${parameter.name}' must be digits for a number of at least ${least}, got ${got}.`,
  );
}
