import { type AuditActor, toAuditActor } from '@content-service/audit';
import type { ContentModel } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import type { ChangeOrigin } from '../change-origin.js';
import type { ChangedEntry } from '../changed-entries.js';
import { findDifferences } from '../differences.js';
import { getEntryLabel } from '../entry-label.js';
import type { MonotonicPositionGenerator } from '../entry.js';
import type { EntryRevisionStore, RevisionChange, Supersession } from './entry-revision.js';
import type { RevisionOptions } from './revision-options.js';

/** Superfluous revisions of an entry are deleted with every sixteenth version of it or of its working copy only. */
export const TRIM_EVERY = 16;

/** Minor changes of an actor within half an hour, in microseconds, are one. */
const MINOR_PERIOD = 30 * 60 * 1_000_000;

/** What a write keeps of what it replaces. */
export interface HistoryOptions {
  /** How many replaced states of an entry are kept (site setting `revisionsKept`); with 0 none is. */
  readonly revisions: number;
  /** Whether the last states of deleted entries are kept. */
  readonly trash: boolean;
}

interface RecordedWrite {
  readonly model: ContentModel;
  readonly history: HistoryOptions;
  readonly origin: ChangeOrigin;
  /** What the write says of its revisions, by entry. */
  readonly options: ReadonlyMap<Uuid, RevisionOptions>;
}

/** Makes the revisions of writes. */
export class RevisionRecorder {
  constructor(
    private readonly revisions: Pick<EntryRevisionStore, 'page'>,
    private readonly numbers: MonotonicPositionGenerator,
  ) {}

  /**
   * The revisions that the changes of a unit of work make: one at most for each stored entry of a versioned type. A minor change
   * makes none when the newest one of the entry is a minor change by the same actor within the last 30 minutes.
   */
  async createSupersessions(
    changed: readonly ChangedEntry[],
    write: RecordedWrite,
  ): Promise<readonly Supersession[]> {
    const supersessions = changed.flatMap((one) => this.createSupersession(one, write) ?? []);
    const continuing = await Promise.all(supersessions.map((one) => this.continuesNewest(one)));
    return supersessions.filter((_, n) => continuing[n] !== true);
  }

  private createSupersession(
    { id, before, after }: ChangedEntry,
    { model, history, origin, options }: RecordedWrite,
  ): Supersession | undefined {
    if (before === undefined || model.find(before.type)?.entityType.versioned !== true) return undefined;
    if (after === undefined ? !history.trash : history.revisions === 0) return undefined;
    const { note, minor } = options.get(id) ?? {};
    const { cause } = origin;
    const actor = origin.actor && toAuditActor(origin.actor);
    const number = this.numbers.next();
    if (after === undefined) {
      const label = getEntryLabel(before, model) ?? undefined;
      return { entryId: id, number, change: { cause, actor, changed: [], note, label } };
    }
    const change = { cause, actor, changed: findDifferences(before, after), note, minor };
    const isTrimmed = after.version % TRIM_EVERY === 0;
    return { entryId: id, number, change, kept: isTrimmed ? history.revisions : undefined };
  }

  private async continuesNewest(supersession: Supersession): Promise<boolean> {
    if (supersession.change.minor !== true) return false;
    const [newest] = (await this.revisions.page(supersession.entryId, { limit: 1 })).revisions;
    return newest?.track === 'live' && continuesMinorChange(newest, supersession);
  }
}

interface NumberedChange {
  /** Microseconds. */
  readonly number: number;
  readonly change: Pick<RevisionChange, 'actor' | 'minor'>;
}

/** Whether both are minor changes of one actor within half an hour. */
export function continuesMinorChange(earlier: NumberedChange, later: NumberedChange): boolean {
  const areMinor = earlier.change.minor === true && later.change.minor === true;
  const isSoon = later.number - earlier.number < MINOR_PERIOD;
  return areMinor && isSoon && isSameActor(earlier.change.actor, later.change.actor);
}

/** A user may act by several clients. */
function isSameActor(one: AuditActor | undefined, other: AuditActor | undefined): boolean {
  const getId = (actor: AuditActor | undefined): string | undefined => actor?.userId ?? actor?.clientId;
  return one?.kind === other?.kind && getId(one) === getId(other);
}
