import { t } from '@lingui/core/macro';
import { BYTE_ORDER_MARK, toCsvLine } from '../entries/list/csv.js';
import { EXPORT_MAXIMUM, type ExportedCsv, type OnProgress } from '../forms/csv-export-button.js';
import { openLines } from '../http/send.js';
import type { AuditEvent } from '../management-api/resources.js';
import { formatAuditAction } from './audit-words.js';

/**
 * Reads the events that a query string finds, newest first, as lines of CSV: times as RFC 3339, details as JSON.
 *
 * @returns at most `EXPORT_MAXIMUM` events; `undefined` when `onProgress` ended it
 */
export async function exportAuditLog(
  queryString: string,
  onProgress: OnProgress,
): Promise<ExportedCsv | undefined> {
  const parts = [BYTE_ORDER_MARK + toCsvLine(getHeader())];
  const reader = (await openLines(`/manage/audit-log/export${queryString}`)).getReader();
  let lines = 0;
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const texts = (rest + value).split('\n');
    rest = texts.pop() ?? '';
    const events = texts.slice(0, EXPORT_MAXIMUM - lines).map((text) => JSON.parse(text) as AuditEvent);
    parts.push(events.map(toLine).join(''));
    lines += events.length;
    const goesOn = onProgress(lines);
    if (!done && goesOn && lines < EXPORT_MAXIMUM) continue;
    await reader.cancel();
    return goesOn ? { parts, lines } : undefined;
  }
}

function getHeader(): readonly string[] {
  return [
    ...[t`When`, t`Who`, t`User id`, t`Client id`, t`From`],
    ...[t`What`, t`Action`, t`Kind of object`, t`Id of object`, t`Details`],
  ];
}

function toLine({ at, who, from, subject, details, ...event }: AuditEvent): string {
  return toCsvLine([
    ...[at, who.name ?? who.kind, who.userId ?? '', who.clientId ?? '', from ?? ''],
    ...[formatAuditAction(event), event.action, subject?.kind ?? '', subject?.id ?? ''],
    JSON.stringify(details),
  ]);
}
