import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  assertAcceptable,
  assertEntryPointQuery,
  serializeEntryPointDocument,
} from '@content-service/jsonapi';
import { ContentApi } from '../content-api/content-api.js';
import { AllowedMethodsGuard, RequireToken } from '../access/access-guards.js';
import { ROUTES } from '../protocol/allowed-methods.js';
import { sendDocument } from '../protocol/send.js';
import { RequestContextFactory } from './read-request.pipes.js';

/** Index of all collections (specification, «Endpoints» 3); requires a token, of any scope. */
@Controller()
@ContentApi(AllowedMethodsGuard)
export class EntryPointController {
  constructor(private readonly contexts: RequestContextFactory) {}

  @Get(ROUTES.entryPoint)
  @RequireToken(true)
  index(@Req() request: Request, @Res() response: Response): void {
    const context = this.contexts.create(request);
    assertAcceptable(request.headers.accept);
    assertEntryPointQuery(context.query);
    sendDocument(response, 200, serializeEntryPointDocument(context.principal, context));
  }
}
