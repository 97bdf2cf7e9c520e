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

const WORDS: Readonly<Record<BulkAction, { readonly title: string; readonly participle: string }>> = {
  publish: { title: 'Publish entries', participle: 'published' },
  unpublish: { title: 'Unpublish entries', participle: 'unpublished' },
  delete: { title: 'Delete entries', participle: 'deleted' },
};

/** The result of an action as a word, such as `published`. */
export function getParticiple(action: BulkAction): string {
  return WORDS[action].participle;
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
  const participle = getParticiple(parameters['action'] as BulkAction);
  const parts = [
    `${formatCount(changed)} ${participle}`,
    ...(unchanged === 0 ? [] : [`${formatCount(unchanged)} were ${participle} already`]),
    ...(failed === 0 ? [] : [`${formatCount(failed)} refused`]),
  ];
  return `${parts.join(', ')}.`;
}

/** Such as `1 entry` or `10,001 entries`. */
export function formatEntries(count: number): string {
  return count === 1 ? '1 entry' : `${formatCount(count)} entries`;
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
