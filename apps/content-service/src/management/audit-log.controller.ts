import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail } from '@content-service/audit';
import { ActorNames } from './actor-names.js';
import { auditSelectionOf } from './audit-selection.js';
import { eventResource } from './audit-event.resource.js';
import { ManagesSite } from './manages.js';
import { sendJson } from './send.js';
import { windowOf } from './window.js';

/** Who did what, when, from where; the newest first. */
@Controller('manage/audit-log')
@ManagesSite()
export class AuditLogController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly names: ActorNames,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = windowOf(request);
    const { events, next = null } = await this.trail.page(auditSelectionOf(request), limit, cursor);
    const nameOf = await this.names.of(events.map(({ who }) => who));
    sendJson(response, { items: events.map((event) => eventResource(event, nameOf(event.who))), next });
  }
}
