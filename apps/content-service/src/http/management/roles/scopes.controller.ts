import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SCOPES } from '@content-service/scopes';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { sendJson } from '../../protocol/send.js';

/** Scopes that API clients and roles can have. */
@Controller('manage/scopes')
@SiteManagementApi()
export class ScopesController {
  @Get()
  list(@Res() response: Response): void {
    sendJson(response, { items: SCOPES, next: null });
  }
}
