import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import type { Job } from '../../management-api/operations-resources.js';

export type BulkAction = 'publish' | 'unpublish' | 'delete';

/** The result of a bulk action (`POST /manage/bulk-actions`). */
export interface BulkResult {
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** The first entries that a rule refused. */
  readonly failures: readonly { readonly id: string; readonly detail: string }[];
}

interface BulkWords {
  readonly title: string;
  readonly changed: (count: string) => string;
  readonly unchanged: (count: number) => string;
  readonly changedOf: (count: string, all: string) => string;
}

const WORDS: Readonly<Record<BulkAction, BulkWords>> = {
  publish: {
    title: t`Publish entries`,
    changed: (count) => t`${count} published`,
    unchanged: (count) =>
      plural(count, { one: '# was published already', other: '# were published already' }),
    changedOf: (count, all) => t`${count} of ${all} published`,
  },
  unpublish: {
    title: t`Unpublish entries`,
    changed: (count) => t`${count} unpublished`,
    unchanged: (count) =>
      plural(count, { one: '# was unpublished already', other: '# were unpublished already' }),
    changedOf: (count, all) => t`${count} of ${all} unpublished`,
  },
  delete: {
    title: t`Delete entries`,
    changed: (count) => t`${count} deleted`,
    unchanged: (count) => plural(count, { one: '# was deleted already', other: '# were deleted already' }),
    changedOf: (count, all) => t`${count} of ${all} deleted`,
  },
};

/** Such as `3 of 4 published`. */
export function formatChangedOf(action: BulkAction, count: number, all: number): string {
  return WORDS[action].changedOf(i18n.number(count), i18n.number(all));
}

/** What the job of a bulk action does, such as `Publish entries`. */
export function getBulkTitle({ parameters }: Pick<Job, 'parameters'>): string {
  return WORDS[parameters['action'] as BulkAction].title;
}

/** Such as `1,200 published, 3 were published already, 1 refused.` */
export function formatBulkResult(
  { parameters }: Pick<Job, 'parameters'>,
  { changed, unchanged, failed }: BulkResult,
): string {
  const words = WORDS[parameters['action'] as BulkAction];
  const parts = [
    words.changed(i18n.number(changed)),
    ...(unchanged === 0 ? [] : [words.unchanged(unchanged)]),
    ...(failed === 0 ? [] : [t`${i18n.number(failed)} refused`]),
  ];
  return `${parts.join(', ')}.`;
}

/** Such as `1 entry` or `10,001 entries`. */
export function formatEntries(count: number): string {
  return plural(count, { one: '# entry', other: '# entries' });
}
