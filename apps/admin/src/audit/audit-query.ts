import type { AuditSearch } from './audit-search.js';

/** The query of a search, with its question mark. Days are those of the clock on the wall here. */
export function auditQuery({ since, until, ...others }: AuditSearch): string {
  const members = { ...others, since: startOf(since, 0), until: startOf(until, 1) };
  const given = Object.entries(members).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** When a day begins, or one so many days after it. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  if (day === undefined) return undefined;
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString().replace(/\.\d+Z$/, 'Z');
}
