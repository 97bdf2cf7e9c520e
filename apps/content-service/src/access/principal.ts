import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ANONYMOUS, type Principal } from '@content-service/scopes';

/** Who sends the request, as the bearer guard found out. `user` is where passport puts it. */
export function principalOf(request: Request): Principal {
  return (request.user as Principal | undefined) ?? ANONYMOUS;
}

/** The `Principal` that sends the request, as a parameter of a controller's method. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext) =>
  principalOf(context.switchToHttp().getRequest<Request>()),
);
