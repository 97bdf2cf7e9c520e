import { t } from '@lingui/core/macro';
import { getOwn } from '../own-members.js';
import { Cron } from 'croner';

const PURPOSES: Readonly<Record<string, string>> = {
  'prune-expired': t`Delete expired sessions, tokens and counters`,
  'prune-events': t`Delete old events`,
  'prune-deliveries': t`Delete old webhook deliveries`,
  'prune-audit-log': t`Delete old lines of the audit log`,
  'prune-jobs': t`Delete finished jobs`,
  'prune-revisions': t`Delete old states of entries and old deletions`,
  'sweep-files': t`Delete uploaded files that nothing uses`,
  'verify-index': t`Check the index`,
};

/** What the job of a schedule does; the name of the schedule for one without words here. */
export function formatScheduleName(name: string): string {
  return getOwn(PURPOSES, name) ?? name;
}

const TIME = new Intl.DateTimeFormat('en', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
});

const PREVIEWED = 3;

/**
 * The next three times of a cron expression, such as «Tuesday, November 24, 2026 at 03:30 UTC».
 *
 * @returns `undefined` when the expression is wrong or names no time
 */
export function formatNextTimes(cron: string, after: Date): readonly string[] | undefined {
  try {
    const times = new Cron(cron, { mode: '5-part', timezone: 'UTC', paused: true }).nextRuns(
      PREVIEWED,
      after,
    );
    return times.length === 0 ? undefined : times.map((time) => `${TIME.format(time)} UTC`);
  } catch {
    return undefined;
  }
}
