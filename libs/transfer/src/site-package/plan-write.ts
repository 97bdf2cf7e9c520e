import { type Entry, type EntryChange, type PointedTarget, validateTargets } from '@content-service/entries';
import { AggregateDomainError, ProblemList } from '@content-service/kernel';
import type { DeferredEntry } from './deferred-batches.js';
import { type FoundTargets, splitUnresolved } from './deferred-references.js';
import { hasSameContent, type ImportedEntry, type LineContext, withChanged } from './entry-from-line.js';
import type { RefusedLine } from './import-state.js';

/** Planned write of one line. */
export interface EntryWritePlan {
  readonly deferred: DeferredEntry;
  /** Absent when the stored entry is equal. */
  readonly change?: EntryChange;
}

/** Compares an entry with the stored one and its targets with those that exist. */
export function planWrite(
  wanted: ImportedEntry,
  stored: Entry | undefined,
  found: FoundTargets,
  context: Pick<LineContext, 'leaveOutRefused'>,
): EntryWritePlan | RefusedLine {
  const present = wanted.targets.filter(({ id }) => found.has(id));
  const faults = new ProblemList();
  validateTargets(present, found, faults);
  if (faults.total > 0 && context.leaveOutRefused)
    return planWrite(wanted, stored, withoutOtherTypes(found, present), context);
  if (faults.total > 0)
    return {
      ...{ number: wanted.number, id: wanted.entry.id },
      error: new AggregateDomainError(faults.kept, faults.omitted),
    };
  const { now, missing } = splitUnresolved(wanted, found);
  const deferred = { number: wanted.number, id: now.id, missing };
  const { schedule } = wanted;
  if (stored === undefined) return { deferred, change: { kind: 'insert', entry: now, schedule } };
  if (schedule === undefined && hasSameContent(now, stored)) return { deferred };
  const entry = wanted.changedAt === undefined ? now : withChanged(now, wanted.changedAt);
  return { deferred, change: { kind: 'update', entry, expectedVersion: stored.version, schedule } };
}

/** Entries of other types than references to them tell are no targets of these. */
function withoutOtherTypes(found: FoundTargets, targets: readonly PointedTarget[]): FoundTargets {
  const others = new Set(targets.filter(({ id, type }) => found.get(id)?.type !== type).map(({ id }) => id));
  return new Map([...found].filter(([id]) => !others.has(id)));
}
