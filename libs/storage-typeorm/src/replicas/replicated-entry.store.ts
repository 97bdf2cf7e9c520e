import {
  type AppliedChanges,
  type Entry,
  type EntryChange,
  type EntryQuery,
  type EntrySelection,
  type EntryStatus,
  EntryStore,
  type AttachedWrites,
  type ExplainedQuery,
  type IdempotentRequest,
  type KeysetPage,
  type KeysetQuery,
  type QueryExplanation,
  QueryPlanUnavailable,
  type WrittenEntries,
} from '@content-service/entries';
import type { Uuid } from '@content-service/kernel';
import type { ReplicaSet } from './replica-set.js';

/** The entries of the primary, and for reads within `ReplicaSet.read` those of the chosen replica. */
export class ReplicatedEntryStore extends EntryStore {
  constructor(
    private readonly primary: EntryStore,
    private readonly replicas: Pick<ReplicaSet, 'entries'>,
  ) {
    super();
  }

  override get capabilities(): EntryStore['capabilities'] {
    return this.primary.capabilities;
  }

  override findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }> {
    return this.chosen.findIds(query);
  }

  override findPositions(query: KeysetQuery): Promise<KeysetPage> {
    return this.chosen.findPositions(query);
  }

  override count(selection: EntrySelection): Promise<number> {
    return this.chosen.count(selection);
  }

  override explain(query: ExplainedQuery): Promise<QueryExplanation> {
    return this.chosen.explain?.(query) ?? Promise.reject(new QueryPlanUnavailable());
  }

  override getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    return this.chosen.getMany(ids);
  }

  override findStatuses(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>> {
    return this.chosen.findStatuses(ids);
  }

  override findReferrers(target: Uuid, options: { field?: string; limit: number }): Promise<Uuid[]> {
    return this.chosen.findReferrers(target, options);
  }

  override findByAliases(aliases: readonly string[], langcode: string): Promise<Map<string, Uuid>> {
    return this.chosen.findByAliases(aliases, langcode);
  }

  override findWrittenSince(moment: number | undefined): Promise<WrittenEntries | undefined> {
    return this.chosen.findWrittenSince?.(moment) ?? Promise.resolve(undefined);
  }

  override findIdempotentRequest(key: string, now: number): Promise<IdempotentRequest | undefined> {
    return this.primary.findIdempotentRequest(key, now);
  }

  override pruneIdempotentRequests(now: number, limit: number): Promise<number> {
    return this.primary.pruneIdempotentRequests(now, limit);
  }

  override apply(changes: readonly EntryChange[], attached?: AttachedWrites): Promise<AppliedChanges> {
    return this.primary.apply(changes, attached);
  }

  override findPendingUnlinks(limit: number): Promise<readonly Uuid[]> {
    return this.primary.findPendingUnlinks(limit);
  }

  override countPendingReferrers(target: Uuid): Promise<number> {
    return this.primary.countPendingReferrers(target);
  }

  override unlinkDeleted(targets: readonly Uuid[], limit: number): Promise<number> {
    return this.primary.unlinkDeleted(targets, limit);
  }

  private get chosen(): EntryStore {
    return this.replicas.entries ?? this.primary;
  }
}
