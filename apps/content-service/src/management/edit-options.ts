import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { RemovalOptions } from '@content-service/bundles';
import { InvalidParameter } from '@content-service/jsonapi';
import { queryOf } from '../browser/query-of.js';
import { expectedVersion } from './if-match.js';
import { initiatorOf } from './initiator.js';

/** On whose behalf the content model is changed, from which state, and whether at all costs, as a parameter of a method. */
export const Edit = createParamDecorator((_: unknown, context: ExecutionContext): RemovalOptions => {
  const request = context.switchToHttp().getRequest<Request>();
  return {
    by: initiatorOf(request),
    expectedVersion: expectedVersion(request.headers['if-match']),
    force: isForced(request),
  };
});

/** @throws InvalidParameter */
function isForced(request: Request): boolean {
  const force = queryOf(request).get('force') ?? 'false';
  if (force === 'true' || force === 'false') return force === 'true';
  throw new InvalidParameter('force', `force must be true or false, got '${force}'.`);
}
