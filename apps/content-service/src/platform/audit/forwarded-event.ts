import type { AuditEvent } from '@content-service/audit';
import { serializeAuditEvent } from './audit-event.serializer.js';

/**
 * Converts an event to the form of `GET /manage/audit-log`, without the name of the actor, which would need a query.
 */
export function toForwardedEvent(event: AuditEvent): object {
  return serializeAuditEvent(event, undefined);
}
