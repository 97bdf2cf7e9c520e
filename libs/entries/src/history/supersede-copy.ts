import { toAuditActor } from '@content-service/audit';
import type { ChangeOrigin } from '../change-origin.js';
import type { ShownCopy } from '../copies/show-copy.js';
import type { MonotonicPositionGenerator } from '../entry.js';
import type { CopySupersession, RevisionMetadata } from './entry-revision.js';
import type { RevisionOptions } from './revision-options.js';
import { continuesMinorChange, type HistoryOptions, TRIM_EVERY } from './revision-recorder.js';

interface CopyWrite {
  readonly history: HistoryOptions;
  readonly origin: ChangeOrigin;
  readonly revision: RevisionOptions | undefined;
  /** The names of the members that become others; none of a copy that is discarded. */
  readonly changed: readonly string[];
}

/**
 * The revision of a working copy that is replaced or discarded. As of entries, a minor save makes none when the newest one is of a minor
 * save by the same actor within the last 30 minutes.
 *
 * @param findNewest the newest revision of the entry
 */
export async function supersedeCopy(
  { entry, copy }: ShownCopy,
  { history, origin: { cause, actor }, revision, changed }: CopyWrite,
  numbers: MonotonicPositionGenerator,
  findNewest: () => Promise<RevisionMetadata | undefined>,
): Promise<CopySupersession | undefined> {
  if (history.revisions === 0) return undefined;
  const change = { cause, actor: actor && toAuditActor(actor), changed, ...revision };
  const number = numbers.next();
  const newest = revision?.minor === true ? await findNewest() : undefined;
  if (newest?.track === 'copy' && continuesMinorChange(newest, { number, change })) return undefined;
  const kept = copy.version % TRIM_EVERY === 0 ? history.revisions : undefined;
  return { number, change, entry, kept };
}
