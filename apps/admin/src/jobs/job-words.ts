import type { Job } from '../management-api/operations-resources.js';

const KINDS: Readonly<Record<string, string>> = {
  'model.apply': 'Change of the content model',
  'index.rebuild': 'Rebuild of the index',
  'index.verify': 'Check of the index',
  'entries.bulk-action': 'Bulk action on entries',
  'entries.unlink': 'Removal of references to a deleted entry',
  'webhook.replay': 'Replay of events to a webhook',
  'broker.replay': 'Replay of events to the message broker',
  'webhook.delete-deliveries': 'Deletion of the deliveries of a webhook',
};

/** What a job does, such as «Rebuild of the index»; its kind for one without a word here. */
export function formatJobKind({ kind }: Pick<Job, 'kind'>): string {
  return KINDS[kind] ?? kind;
}

/** Such as «1,200 of 5,000»; for a running job with its phase, such as «backfill: 1,200 of 5,000». */
export function formatProgress({
  state,
  phase,
  done,
  total,
}: Pick<Job, 'state' | 'phase' | 'done' | 'total'>): string {
  const count = formatCounts(done, total);
  if (state !== 'running') return count ?? '';
  return count === undefined ? `${phase} …` : `${phase}: ${count}`;
}

/** From 0 to 100; `undefined` while the total is not known. */
export function getPercentage({ done, total }: Pick<Job, 'done' | 'total'>): number | undefined {
  if (total === null || total === 0) return undefined;
  return Math.min(100, Math.round((100 * done) / total));
}

function formatCounts(done: number, total: number | null): string | undefined {
  if (total !== null) return `${formatCount(done)} of ${formatCount(total)}`;
  return done === 0 ? undefined : `${formatCount(done)} done`;
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
