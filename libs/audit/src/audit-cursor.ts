import { isUuid } from '@content-service/kernel';
import type { AuditPosition } from './audit-log.js';
import { InvalidCursor } from './audit.errors.js';

/** The place of an event as a client carries it from page to page: `1700000000.0190163d-…`. */
export function formatCursor({ at, id }: AuditPosition): string {
  return `${at}.${id}`;
}

/** @throws InvalidCursor */
export function parseCursor(text: string): AuditPosition {
  const [, seconds, id] = /^(\d{1,12})\.(.+)$/.exec(text) ?? [];
  if (seconds === undefined || id === undefined || !isUuid(id)) throw new InvalidCursor(text);
  return { at: Number(seconds), id };
}
