import type { Request } from 'express';
import { InvalidParameter } from '@content-service/jsonapi';
import { parseWholeNumber } from '@content-service/kernel';
import { parseQuery } from '../../protocol/parse-query.js';

const LIMIT_DEFAULT = 50;
const LIMIT_MAXIMUM = 100;

/** Page of a list. */
export interface Pagination {
  readonly limit: number;
  /** `next` of the previous page. */
  readonly cursor?: string;
}

/** @throws InvalidParameter */
export function parsePagination(request: Request): Pagination {
  const query = parseQuery(request);
  const limit = parseWholeNumber(query.get('limit') ?? String(LIMIT_DEFAULT), {
    minimum: 1,
    maximum: LIMIT_MAXIMUM,
  });
  if (limit === undefined)
    throw new InvalidParameter('limit', `limit must be a whole number from 1 to ${LIMIT_MAXIMUM}.`);
  const cursor = query.get('cursor');
  return { limit, ...(cursor === null ? {} : { cursor }) };
}

/** Cursor of a list that is ordered by name. */
export function formatNameCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/** @throws InvalidParameter */
export function parseNameCursor(text: string): string {
  const name = Buffer.from(text, 'base64url').toString();
  if (name !== '' && formatNameCursor(name) === text) return name;
  throw new InvalidParameter(
    'cursor',
    `'${text}' is not a cursor of this list; use the member next of the previous page.`,
  );
}
