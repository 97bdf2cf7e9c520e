import { All, Controller, Options, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenRequired } from '@content-service/entries';
import { BearerGuard } from '../access/bearer.guard.js';
import { principalOf } from '../access/principal.js';
import { MethodNotAllowed, RouteUnknown } from '../jsonapi/route.errors.js';
import { ProblemFilter } from './problem.filter.js';
import { MANAGEMENT_METHODS, SESSION_METHODS } from './routes.js';

const METHODS = { ...MANAGEMENT_METHODS, ...SESSION_METHODS };

/** What no other controller of the management API took; so it comes last. Who has no token hears of that first. */
@Controller()
@UseGuards(BearerGuard)
@UseFilters(ProblemFilter)
export class OtherMethodsController {
  /** Asking what is possible discloses nothing and changes nothing. */
  @Options(Object.keys(METHODS))
  options(@Req() request: Request, @Res() response: Response): void {
    response.setHeader('Allow', allowedAt(request).join(', '));
    response.writeHead(204).end();
  }

  @All(Object.keys(MANAGEMENT_METHODS))
  otherMethod(@Req() request: Request): never {
    requireToken(request);
    throw new MethodNotAllowed(request.method, allowedAt(request));
  }

  @All(Object.keys(SESSION_METHODS))
  otherMethodOfSession(@Req() request: Request): never {
    throw new MethodNotAllowed(request.method, allowedAt(request));
  }

  @All('manage{/*path}')
  unknownPath(@Req() request: Request): never {
    requireToken(request);
    throw new RouteUnknown();
  }
}

function allowedAt({ route }: Request): readonly string[] {
  return METHODS[(route as { readonly path: string }).path.slice(1)] ?? [];
}

function requireToken(request: Request): void {
  if (principalOf(request).kind === 'anonymous') throw new TokenRequired();
}
