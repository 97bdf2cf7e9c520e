import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { InvalidParameter } from '@content-service/jsonapi';
import type { Principal } from '@content-service/scopes';
import type { ModelChangeOptions } from '@content-service/site-jobs';
import { getActorContext } from '../../access/access-guards.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { parseVersionCondition } from '../../protocol/preconditions.js';

/** Injects the `ActorContext` of a request. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  getActorContext(context.switchToHttp().getRequest<Request>()),
);

/** The id of the user or client of a request to /manage, whose guards leave no other principal. */
export function getActorId(principal: Principal): string {
  if (principal.kind === 'user') return principal.userId;
  return principal.kind === 'client' ? principal.clientId : '';
}

/** Injects the versions that `If-Match` and `If-None-Match` admit, `undefined` for every version. */
export const Precondition = createParamDecorator((_: unknown, context: ExecutionContext) =>
  parseVersionCondition(context.switchToHttp().getRequest<Request>().headers),
);

/**
 * Injects the options of a content model change: actor, precondition, the parameter `force` and the preference
 * `respond-async`.
 */
export const ChangeOptions = createParamDecorator(
  (_: unknown, context: ExecutionContext): ModelChangeOptions => {
    const request = context.switchToHttp().getRequest<Request>();
    return {
      actorContext: getActorContext(request),
      expectedVersion: parseVersionCondition(request.headers),
      force: parseFlag(request, 'force'),
      respondAsync: prefersAsync(request.headers['prefer']),
    };
  },
);

/** Injects a parameter that is `true` or `false`, such as `force`. */
export const Flag = createParamDecorator((name: string, context: ExecutionContext) =>
  parseFlag(context.switchToHttp().getRequest<Request>(), name),
);

/** Whether `Prefer` names `respond-async` (RFC 7240 §4.1): `respond-async, wait=10`. */
function prefersAsync(prefer: string | string[] | undefined): boolean {
  return [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .some((preference) => /^\s*respond-async\s*($|[;=])/i.test(preference));
}

/** A parameter that is `true` or `false`, which is the default. @throws InvalidParameter */
function parseFlag(request: Request, name: string): boolean {
  const flag = parseQuery(request).get(name) ?? 'false';
  if (flag === 'true' || flag === 'false') return flag === 'true';
  throw new InvalidParameter(name, `${name} must be true or false, got '${flag}'.`);
}
