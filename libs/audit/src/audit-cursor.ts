import { isUuid } from '@content-service/kernel';
import type { AuditPosition } from './audit-log.js';
import { InvalidCursor } from './audit.errors.js';

/** Formats a position as a cursor: `1700000000.0190163d-…`. */
export function formatAuditCursor({ occurredAt, id }: AuditPosition): string {
  return `${occurredAt}.${id}`;
}

/** @throws InvalidCursor */
export function parseAuditCursor(text: string): AuditPosition {
  const [, seconds, id] = /^(\d{1,12})\.(.+)$/.exec(text) ?? [];
  if (seconds === undefined || id === undefined || !isUuid(id)) throw new InvalidCursor(text);
  return { occurredAt: Number(seconds), id };
}
