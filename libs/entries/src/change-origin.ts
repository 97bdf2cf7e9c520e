import type { AuditActor } from '@content-service/audit';

/** The values of `ChangeCause`. */
export const CHANGE_CAUSES = [
  'request',
  'bulk_action',
  'import',
  'schedule',
  'internal',
  'target_deleted',
] as const;

/**
 * Why entries were changed: a `request` to the API, the job of a `bulk_action`, an `import` of a site package, a `schedule` whose time has come, or the
 * `internal` work of the service, such as the creation of a user. Referrers that lose a deleted target are changed by `target_deleted`.
 */
export type ChangeCause = (typeof CHANGE_CAUSES)[number];

/** The origin of a list of changes. */
export interface ChangeOrigin {
  readonly cause: Exclude<ChangeCause, 'target_deleted'>;
  readonly actor?: AuditActor | undefined;
  readonly requestId?: string | undefined;
  /** The trace of the request (W3C Trace Context). */
  readonly traceparent?: string | undefined;
}
