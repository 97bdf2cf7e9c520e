export { AUDIT_ACTIONS, type AuditAction, type AuditDetail, type AuditDetailsFor } from './audit-action.js';
export {
  type AuditActor,
  type AuditContext,
  type AuditEvent,
  type AuditSubject,
  ACTOR_KINDS,
  SERVICE_CONTEXT,
} from './audit-event.js';
export {
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditFilter,
  type AuditWindow,
} from './audit-log.js';
export {
  EMITTED_EVENTS,
  type EmittedEvent,
  type EmittedEventType,
  type EmittingAuditAction,
  findEmittedEvent,
} from './emitted-event.js';
export { AuditForwarder } from './audit-forwarder.js';
export { AuditTrail, type AuditTrailPage, toAuditActor } from './audit-trail.js';
export { isNotFalse, type AuditLinesOf, selectAuditLines, type AuditLines } from './audit-lines.js';
export { InvalidCursor } from './audit.errors.js';
export { AuditModule } from './audit.module.js';
