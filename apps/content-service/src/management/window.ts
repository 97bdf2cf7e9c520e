import type { Request } from 'express';
import { InvalidParameter } from '@content-service/jsonapi';
import { queryOf } from '../browser/query-of.js';

const LIMIT_DEFAULT = 50;
const LIMIT_MAXIMUM = 100;

/** Which part of a list is wanted. */
export interface Window {
  readonly limit: number;
  /** `next` of the part before. */
  readonly cursor?: string;
}

/** @throws InvalidParameter */
export function windowOf(request: Request): Window {
  const query = queryOf(request);
  const limit = query.get('limit') ?? String(LIMIT_DEFAULT);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > LIMIT_MAXIMUM)
    throw new InvalidParameter('limit', `limit must be a whole number from 1 to ${LIMIT_MAXIMUM}.`);
  const cursor = query.get('cursor');
  return { limit: Number(limit), ...(cursor === null ? {} : { cursor }) };
}
