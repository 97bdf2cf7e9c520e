import type { AuditEvent } from './audit-event.js';

/**
 * Audit lines that a store stores in the transaction of a change: with the change, or not at all. A change that is refused or
 * changes nothing (another version, an unknown id) leaves none.
 */
export interface AuditLines {
  /** Events of the audit log, each with an id that is not in the log yet. */
  readonly audit?: readonly AuditEvent[];
}

/** Audit lines, or a function that creates them from the result of the change. */
export type AuditLinesOf<Result> = AuditLines | ((result: Result) => AuditLines);

/** Whether the result of a change says that it was made: `false` means that it was refused. */
export function isNotFalse(result: unknown): boolean {
  return result !== false;
}

/**
 * For adapters: the audit lines that are to be stored with a change.
 *
 * @param isStored whether the result says that the change was made
 */
export function selectAuditLines<Result>(
  auditLines: AuditLinesOf<Result> | undefined,
  result: Result,
  isStored: (result: Result) => boolean = isNotFalse,
): AuditLines {
  if (auditLines === undefined || !isStored(result)) return {};
  return typeof auditLines === 'function' ? auditLines(result) : auditLines;
}
