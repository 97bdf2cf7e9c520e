import { Injectable } from '@nestjs/common';
import { type AuditFilter, AuditTrail } from '@content-service/audit';
import { ActorNames } from './audit-event.serializer.js';
import { serializeAuditEvent } from './audit-event.serializer.js';

/** Batch size: few statements and bounded memory. */
const BATCH = 500;

/** The audit log as NDJSON: one event per line, newest first, in the form of `GET /manage/audit-log`. */
@Injectable()
export class AuditExport {
  constructor(
    private readonly trail: AuditTrail,
    private readonly names: ActorNames,
  ) {}

  /**
   * Yields lines with their line ends. Events that are appended in the meantime may be missing; no event is repeated.
   */
  async *lines(filter: AuditFilter): AsyncGenerator<string> {
    let cursor: string | undefined;
    do {
      const { events, next } = await this.trail.getPage(filter, BATCH, cursor);
      const findName = await this.names.findNames(events.map(({ actor }) => actor));
      for (const event of events)
        yield `${JSON.stringify(serializeAuditEvent(event, findName(event.actor)))}\n`;
      cursor = next;
    } while (cursor !== undefined);
  }
}
