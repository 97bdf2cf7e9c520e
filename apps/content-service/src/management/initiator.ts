import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Initiator } from '@content-service/scopes';
import { principalOf } from '../access/principal.js';
import { addressOf } from '../browser/address.js';

/** On whose behalf the request changes something. */
export function initiatorOf(request: Request): Initiator {
  return { who: principalOf(request), from: addressOf(request) };
}

/** The `Initiator` of whatever the request changes, as a parameter of a controller's method. */
export const By = createParamDecorator((_: unknown, context: ExecutionContext) =>
  initiatorOf(context.switchToHttp().getRequest<Request>()),
);
