import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { getOwn } from '../own-members.js';
import type { Job } from '../management-api/operations-resources.js';

const KINDS: Readonly<Record<string, string>> = {
  'model.apply': t`Change of the content model`,
  'index.rebuild': t`Rebuild of the index`,
  'index.verify': t`Check of the index`,
  prune: t`Deletion of old records`,
  'entries.bulk-action': t`Bulk action on entries`,
  'site.import': t`Import of a site package`,
  'entries.unlink': t`Removal of references to a deleted entry`,
  'users.erase': t`Erasure of a deleted user from the history`,
  'files.sweep': t`Deletion of files that nothing uses`,
  'cache.purge': t`Purge of the shared cache`,
  'webhook.replay': t`Replay of events to a webhook`,
  'broker.replay': t`Replay of events to the message broker`,
  'webhook.delete-deliveries': t`Deletion of the deliveries of a webhook`,
};

/** What a job does, such as «Rebuild of the index»; its kind for one without a word here. */
export function formatJobKind({ kind }: Pick<Job, 'kind'>): string {
  return getOwn(KINDS, kind) ?? kind;
}

/** Sentences about errors whose code says everything. */
const ERRORS: Readonly<Record<string, string>> = {
  internal_error: t`The job ended with an error inside the service. Its log has the details.`,
  index_differs: t`The index differs from the entries. Start «Rebuild of the index» to correct it.`,
  requester_not_permitted: t`The account or API client that requested this may not change entries any more.`,
  webhook_unknown: t`The webhook was deleted.`,
  webhook_disabled: t`The webhook is disabled. Enable it, then retry.`,
  upload_gone: t`The uploaded package was deleted. Upload it again.`,
  cursor_expired: t`The events were deleted from the log before they could be sent.`,
};

/** Why a job failed; for an error without words here the `detail` of the service. */
export function formatJobError({ code, detail }: NonNullable<Job['error']>): string {
  return getOwn(ERRORS, code) ?? detail;
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
  if (total !== null) return t`${formatCount(done)} of ${formatCount(total)}`;
  return done === 0 ? undefined : t`${formatCount(done)} done`;
}

function formatCount(count: number): string {
  return i18n.number(count);
}
