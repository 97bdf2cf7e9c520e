import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { checkEntryPointQuery, entryPointDocument, requireAcceptable } from '@content-service/jsonapi';
import { GuardsContent } from '../access/access.module.js';
import { RequiresToken } from '../access/site-setting.guard.js';
import { MethodGuard } from './method.guard.js';
import { RequestSurroundings } from './request-surroundings.js';
import { ROUTES } from './routes.js';
import { send } from './send.js';

/** The index of all collections (specification, «Endpoints» 3): any token, and always one. */
@Controller()
@GuardsContent(MethodGuard)
export class EntryPointController {
  constructor(private readonly surroundings: RequestSurroundings) {}

  @Get(ROUTES.entryPoint)
  @RequiresToken(true)
  index(@Req() request: Request, @Res() response: Response): void {
    const { principal, ...context } = this.surroundings.of(request);
    requireAcceptable(request.headers.accept);
    checkEntryPointQuery(context.rawQuery);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.vary('Accept, Authorization');
    send(response, 200, entryPointDocument(principal, { ...context, query: context.rawQuery }));
  }
}
