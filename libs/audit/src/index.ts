export { AUDIT_ACTIONS, type AuditAction, type AuditDetail, type DetailsOf } from './audit-action.js';
export type { Actor, AuditEvent, AuditSubject, Origin } from './audit-event.js';
export {
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditSelection,
  type AuditWindow,
} from './audit-log.js';
export { AuditTrail, type TrailPage } from './audit-trail.js';
export { InvalidCursor } from './audit.errors.js';
export { AuditModule } from './audit.module.js';
