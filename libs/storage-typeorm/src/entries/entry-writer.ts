import { ModelOutdated } from '@content-service/bundles';
import {
  type Companions,
  DuplicateRequest,
  type Entry,
  type EntryChange,
  type IdempotencyRecord,
  type Identifier,
  linkageOf,
  TargetsMissing,
} from '@content-service/entries';
import { formatUuid, type Uuid, uuidBytes } from '@content-service/kernel';
import type { Session } from '../database/session.js';
import { sql } from '../database/sql.js';
import { inLists, insert, list } from '../database/statements.js';
import type { Dialect } from '../dialects/dialect.js';
import { derivedRows } from '../index-tables/derived-rows.js';
import type { Layout } from '../index-tables/layout.js';
import type { Layouts } from '../index-tables/layouts.js';
import { rowDifference } from '../index-tables/row-difference.js';
import { removeRowsOf, writeRows } from '../index-tables/row-writer.js';
import { ChangedEntries, type ChangedEntry } from './changed-entries.js';
import { readEntries, writeEntryRows } from './entry-rows.js';

/** The most referrers of deleted entries that are rewritten in the same transaction; the rest follows in batches. */
const REFERRERS_MAXIMUM = 1000;

export interface Applied {
  readonly changed: readonly ChangedEntry[];
  /** Whether referrers of deleted entries are left to be rewritten. */
  readonly unfinished: boolean;
}

/** Writes entries and what is derived from them, within one transaction. */
export class EntryWriter {
  constructor(
    private readonly session: Session,
    private readonly dialect: Dialect,
    private readonly layouts: Layouts,
  ) {}

  /** See `EntryStore.apply`. Documents are locked before anything else that depends on them is read. */
  async apply(changes: readonly EntryChange[], { idempotency }: Companions): Promise<Applied> {
    const entries = new ChangedEntries(await this.lock(changes.filter(isOfStored).map(idOf)));
    for (const change of changes) entries.make(change);
    const written = changes.flatMap((change) => (change.kind === 'delete' ? [] : [change.entry]));
    const deleted = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.id] : [])));
    const unfinished = await this.unlink(entries, deleted);
    const layout = await this.lockedLayout(entries.changed);
    for (const entry of written) requireCurrentModel(entry, layout);
    await this.requireTargets(entries, new Set(written.map(({ id }) => id)));
    entries.requireDistinctAliases();
    await this.write(entries.changed, layout);
    if (idempotency !== undefined) await this.remember(idempotency);
    return { changed: entries.changed, unfinished };
  }

  /**
   * Takes an entry that was deleted before out of the linkage of some of its referrers. An entry that was created anew
   * under the id since then keeps them. It is looked for once they are locked: before, it could come, and be referred to.
   *
   * @returns how many were rewritten
   */
  async unlinkSome(deleted: Uuid, limit: number): Promise<number> {
    const entries = new ChangedEntries([]);
    const referrers = await this.lock(await this.referrersOf([deleted], limit));
    const [revived] = await this.lock([deleted]);
    if (revived !== undefined) return 0;
    entries.unlink(new Set([deleted]), referrers);
    await this.write(entries.changed, await this.lockedLayout(entries.changed));
    return entries.changed.length;
  }

  private lock(ids: readonly Uuid[]): Promise<Entry[]> {
    return readEntries(this.session, this.layouts, [...new Set(ids)].sort(), this.dialect.forUpdate);
  }

  private lockedLayout(changed: readonly ChangedEntry[]): Promise<Layout> {
    const types = changed.flatMap(({ before, after }) => [before?.type, after?.type]);
    return this.layouts.locked(this.session, [...new Set(types.filter((type) => type !== undefined))]);
  }

  /** @returns whether there are more referrers than are rewritten here */
  private async unlink(entries: ChangedEntries, deleted: ReadonlySet<Uuid>): Promise<boolean> {
    if (deleted.size === 0) return false;
    const referrers = await this.referrersOf([...deleted], REFERRERS_MAXIMUM + 1);
    entries.unlink(deleted, await this.lock(referrers.slice(0, REFERRERS_MAXIMUM)));
    if (referrers.length <= REFERRERS_MAXIMUM) return false;
    for (const id of deleted)
      await this.session.run(this.dialect.upsert('unlinking', ['target'], { target: uuidBytes(id) }, []));
    return true;
  }

  private async referrersOf(targets: readonly Uuid[], limit: number): Promise<Uuid[]> {
    const rows = await inLists(targets, (part) =>
      this.session.rows<{ source: Buffer }>(
        sql`SELECT DISTINCT source FROM entry_ref WHERE target IN ${list(part.map(uuidBytes))} LIMIT ${limit}`,
      ),
    );
    return rows.map(({ source }) => formatUuid(source));
  }

  /** Targets that an entry had before are there: else it would have been rewritten. @throws TargetsMissing */
  private async requireTargets(entries: ChangedEntries, written: ReadonlySet<Uuid>): Promise<void> {
    const unknown: Identifier[] = [];
    for (const { id, before, after } of entries.changed) {
      if (after === undefined || !written.has(id)) continue;
      const had = new Set(before === undefined ? [] : linkageOf(before).map(keyOf));
      const isThere = (target: Identifier): boolean =>
        had.has(keyOf(target)) || entries.present(target.id)?.type === target.type;
      unknown.push(...linkageOf(after).filter((target) => !isThere(target)));
    }
    const types = await this.lockedTypes(new Set(unknown.map(({ id }) => id)));
    const missing = unknown.filter(({ type, id }) => types.get(id) !== type);
    if (missing.length > 0) throw new TargetsMissing([...new Set(missing.map(({ id }) => id))]);
  }

  /** The types of those entries that are stored; nobody deletes them until the transaction ends. */
  private async lockedTypes(ids: ReadonlySet<Uuid>): Promise<ReadonlyMap<Uuid, string | undefined>> {
    const rows = await inLists([...ids].sort(), (part) =>
      this.session.rows<{ id: Buffer; type_id: number }>(
        sql`SELECT id, type_id FROM entry WHERE id IN ${list(part.map(uuidBytes))} ${this.dialect.forShare}`,
      ),
    );
    const layout = await this.layouts.having(new Set(rows.map(({ type_id }) => type_id)), this.session);
    return new Map(rows.map(({ id, type_id }) => [formatUuid(id), layout.findById(type_id)?.name]));
  }

  private async write(changed: readonly ChangedEntry[], layout: Layout): Promise<void> {
    await writeEntryRows(this.session, this.dialect, layout, changed);
    const gone = changed.filter(({ after }) => after === undefined);
    const gonePresent = gone.flatMap(({ before }) => rowsOf(before, layout));
    await removeRowsOf(
      this.session,
      gone.map(({ id }) => uuidBytes(id)),
      gonePresent,
    );
    const rest = changed.filter(({ after }) => after !== undefined);
    const difference = rowDifference(
      rest.flatMap(({ before }) => rowsOf(before, layout)),
      rest.flatMap(({ after }) => rowsOf(after, layout)),
    );
    await writeRows(this.session, this.dialect, difference);
  }

  private async remember({ key, fingerprint, entryId, expiresAt }: IdempotencyRecord): Promise<void> {
    const row = { request_key: key, fingerprint, entry_id: entryId, expires_at: expiresAt };
    try {
      await this.session.run(insert('idempotency', [row]));
    } catch (error) {
      throw this.dialect.faultOf(error) === 'duplicate' ? new DuplicateRequest(key) : error;
    }
  }
}

/** That a new entry is new its key shows when it is written. */
const isOfStored = ({ kind }: EntryChange): boolean => kind !== 'insert';
const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`;
const idOf = (change: EntryChange): Uuid => (change.kind === 'delete' ? change.id : change.entry.id);

function requireCurrentModel({ type, modelVersion }: Entry, layout: Layout): void {
  const known = layout.find(type);
  if (!known?.present || modelVersion < known.since) throw new ModelOutdated();
}

function rowsOf(entry: Entry | undefined, layout: Layout): ReturnType<typeof derivedRows> {
  const type = entry && layout.find(entry.type);
  return entry === undefined || type === undefined ? [] : derivedRows(entry, type);
}
