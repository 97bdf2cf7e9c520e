import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type AuditFilter, AuditTrail } from '@content-service/audit';
import { InvalidParameter } from '@content-service/jsonapi';
import { AuditExport } from '../../../platform/audit/audit-export.js';
import { parseQuery } from '../../protocol/parse-query.js';
import { ActorNames, serializeAuditEvent } from '../../../platform/audit/audit-event.serializer.js';
import { SiteManagementApi } from '../protocol/management-guards.js';
import { parsePagination } from '../protocol/pagination.js';
import { parseTimeParameter } from '../protocol/time-parameter.js';
import { sendJson } from '../../protocol/send.js';

/** The audit log, newest event first. */
@Controller('manage/audit-log')
@SiteManagementApi()
export class AuditLogController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly names: ActorNames,
    private readonly exporter: AuditExport,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit, cursor } = parsePagination(request);
    const { events, next = null } = await this.trail.getPage(parseAuditFilter(request), limit, cursor);
    const findName = await this.names.findNames(events.map(({ actor }) => actor));
    sendJson(response, {
      items: events.map((event) => serializeAuditEvent(event, findName(event.actor))),
      next,
    });
  }

  /** Streams the log, or the filtered part of it, as NDJSON. Reading ends when the connection is closed. */
  @Get('export')
  async export(@Req() request: Request, @Res() response: Response): Promise<void> {
    const lines = this.exporter.lines(parseAuditFilter(request));
    response.setHeader('Cache-Control', 'no-store');
    response.vary('Authorization');
    response.setHeader('Content-Disposition', 'attachment; filename="audit-log.ndjson"');
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    if (request.method === 'HEAD') response.end();
    else await pipeline(Readable.from(lines), response).catch(ignoreEarlyClose);
  }
}

/** Ignores that the client closed the connection before the end. */
function ignoreEarlyClose(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET') throw error;
}

/**
 * Parses the filter parameters `subjectKind`, `subjectId`, `since`, `until` and so on.
 *
 * @throws InvalidParameter
 */
function parseAuditFilter(request: Request): AuditFilter {
  const query = parseQuery(request);
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const [kind, id] = [given('subjectKind'), given('subjectId')];
  if ((kind === undefined) !== (id === undefined))
    throw new InvalidParameter('subjectId', 'subjectKind and subjectId must be given together.');
  return {
    action: given('action'),
    exceptAction: given('exceptAction'),
    actor: given('actor'),
    ...(kind === undefined || id === undefined ? {} : { subject: { kind, id } }),
    since: parseTimeParameter('since', given('since')),
    until: parseTimeParameter('until', given('until')),
  };
}
