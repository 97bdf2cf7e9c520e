import { formatRfc3339 } from '../forms/format-date-time.js';

/** The search parameters of the audit log screen. */
export interface AuditSearch {
  readonly action?: string;
  readonly actor?: string;
  readonly subjectKind?: string;
  readonly subjectId?: string;
  /** A day, such as `2026-03-01`. */
  readonly since?: string;
  readonly until?: string;
  /** Lists issued tokens, too, which are most of the events: each page of the administration that is opened gets one. */
  readonly tokens?: 'shown';
}

const NAMES = ['action', 'actor', 'subjectKind', 'subjectId', 'since', 'until', 'tokens'] as const;

export function parseAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

const TOKEN_ISSUED = 'token.issued';

/**
 * The query string of a search for `GET /manage/audit-log`, with its question mark. Days are those of the browser's time zone,
 * `until` included. Issued tokens are omitted unless they are chosen, or an action or a subject is.
 */
export function buildAuditQuery({ since, until, tokens, ...others }: AuditSearch): string {
  const isGeneral = others.action === undefined && others.subjectKind === undefined;
  const exceptAction = isGeneral && tokens === undefined ? TOKEN_ISSUED : undefined;
  const members = { ...others, exceptAction, since: toStartOfDay(since, 0), until: toStartOfDay(until, 1) };
  const given = Object.entries(members).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** RFC 3339 in UTC of the start of a day, or of the day `daysLater` days after it; `undefined` for text that is not a day. */
function toStartOfDay(day: string | undefined, daysLater: number): string | undefined {
  if (day === undefined) return undefined;
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + daysLater);
  return formatRfc3339(start);
}
