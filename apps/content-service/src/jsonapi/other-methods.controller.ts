import { All, Controller, Options, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { GuardsContent } from '../access/access.module.js';
import { MethodGuard } from './method.guard.js';
import { MethodNotAllowed, RouteUnknown } from './route.errors.js';
import { allowedMethods, ROUTES, UNKNOWN_PATH } from './routes.js';
import { sendNothing } from './send.js';

/**
 * What no other controller took; so it comes last. Guards run on routes only: without one for everything below the
 * prefix, an unknown path would not ask for a token.
 */
@Controller()
@GuardsContent(MethodGuard)
export class OtherMethodsController {
  @Options(Object.values(ROUTES))
  options(@Req() request: Request, @Res() response: Response): void {
    response.setHeader('Allow', allowedMethods(request)?.join(', ') ?? '');
    sendNothing(response, 204);
  }

  /** Stands here so that the method guard is asked, which answers. */
  @All(Object.values(ROUTES))
  otherMethod(@Req() request: Request): never {
    throw new MethodNotAllowed(request.method, allowedMethods(request));
  }

  @All(UNKNOWN_PATH)
  unknownPath(): never {
    throw new RouteUnknown();
  }
}
