/** The filters of the audit log, as they stand in the address. */
export interface AuditSearch {
  readonly action?: string;
  readonly actor?: string;
  readonly subjectKind?: string;
  readonly subjectId?: string;
  /** A day, such as `2026-03-01`. */
  readonly since?: string;
  readonly until?: string;
}

const NAMES = ['action', 'actor', 'subjectKind', 'subjectId', 'since', 'until'] as const;

export function parseAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}
