import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SCOPES } from '@content-service/scopes';
import { ManagesSite } from './manages.js';
import { sendJson } from './send.js';

/** What can be selected on API clients and roles. */
@Controller('manage/scopes')
@ManagesSite()
export class ScopesController {
  @Get()
  list(@Res() response: Response): void {
    sendJson(response, { items: SCOPES, next: null });
  }
}
