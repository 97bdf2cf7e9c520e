import {
  type Companions,
  type Entry,
  type EntryChange,
  type EntryQuery,
  type EntrySelection,
  type EntryStatus,
  EntryStore,
  type Found,
  type IdempotencyRecord,
  type SeekQuery,
} from '@content-service/entries';
import { formatUuid, isUuid, type Uuid, uuidBytes } from '@content-service/kernel';
import type { Database } from '../database/database.js';
import { FALSE, raw, type Sql, sql, TRUE } from '../database/sql.js';
import { inLists, list } from '../database/statements.js';
import { readEntries } from '../entries/entry-rows.js';
import { type Applied, EntryWriter } from '../entries/entry-writer.js';
import { outcomeOf } from '../entries/outcome.js';
import { finishUnlinking } from '../entries/unlinking.js';
import type { Layouts } from '../index-tables/layouts.js';
import { countToSql, idsToSql } from '../query/query-to-sql.js';
import { QueryWriter } from '../query/query-writer.js';
import { type PlaceRow, seekToSql } from '../query/seek-to-sql.js';

export class TypeOrmEntryStore extends EntryStore {
  override readonly capabilities = { multiProcess: true, durable: true };

  constructor(
    private readonly database: Database,
    private readonly layouts: Layouts,
  ) {
    super();
  }

  override findIds(query: EntryQuery): Promise<{ ids: Uuid[]; more: boolean }> {
    return this.byLayout(async (writer) => {
      const statement = idsToSql(query, writer);
      if (statement === undefined) return { ids: [], more: false };
      const rows = await this.database.rows<{ id: Buffer }>(statement);
      const ids = rows.slice(0, query.limit).map(({ id }) => formatUuid(id));
      return { ids, more: rows.length > query.limit };
    });
  }

  override seek(query: SeekQuery): Promise<Found> {
    return this.byLayout(async (writer) => {
      const seek = seekToSql(query, writer);
      if (seek === undefined) return { places: [], more: false };
      const rows = await this.database.rows<PlaceRow>(seek.statement);
      const places = rows.slice(0, query.limit).map(seek.toPlace);
      return {
        places: query.from?.direction === 'before' ? places.reverse() : places,
        more: rows.length > query.limit,
      };
    });
  }

  override count(selection: EntrySelection): Promise<number> {
    return this.byLayout(async (writer) => {
      const statement = countToSql(selection, writer);
      if (statement === undefined) return 0;
      const [row] = await this.database.rows<{ total: number }>(statement);
      return row?.total ?? 0;
    });
  }

  override async getMany(ids: readonly Uuid[]): Promise<Map<Uuid, Entry>> {
    const entries = await readEntries(this.database, this.layouts, ids.filter(isUuid), raw(''));
    return new Map(entries.map((entry) => [entry.id, entry]));
  }

  override async exists(ids: readonly Uuid[]): Promise<Map<Uuid, EntryStatus>> {
    const rows = await inLists(ids.filter(isUuid), (part) =>
      this.database.rows<{ id: Buffer; type: string; published: number }>(
        sql`SELECT e.id, t.name AS type, e.published FROM entry e JOIN resource_type t ON t.id = e.type_id
            WHERE e.id IN ${list(part.map(uuidBytes))}`,
      ),
    );
    return new Map(
      rows.map(({ id, type, published }) => [formatUuid(id), { type, published: published === 1 }]),
    );
  }

  override async referrers(target: Uuid, options: { field?: string; limit: number }): Promise<Uuid[]> {
    const { field, limit } = options;
    const rows = await this.database.rows<{ source: Buffer }>(
      sql`SELECT DISTINCT source FROM entry_ref
          WHERE target = ${uuidBytes(target)} AND ${field === undefined ? TRUE : await this.isField(field)}
          LIMIT ${limit}`,
    );
    return rows.map(({ source }) => formatUuid(source));
  }

  /** The key of the table begins with the language: each of the few there are is looked up with the alias. */
  override async findByAlias(alias: string, langcode: string): Promise<Uuid | undefined> {
    const [row] = await this.database.rows<{ entry_id: Buffer }>(
      sql`SELECT a.entry_id FROM (SELECT DISTINCT langcode FROM path_alias) l
          ${this.database.dialect.joinInOrder} path_alias a
            ON a.langcode = l.langcode AND a.alias = ${Buffer.from(alias)}
          ORDER BY a.langcode = ${Buffer.from(langcode)} DESC, a.langcode LIMIT 1`,
    );
    return row && formatUuid(row.entry_id);
  }

  override async findIdempotencyRecord(key: string, now: number): Promise<IdempotencyRecord | undefined> {
    const [row] = await this.database.rows<{ fingerprint: string; entry_id: string; expires_at: number }>(
      sql`SELECT fingerprint, entry_id, expires_at FROM idempotency WHERE request_key = ${key}`,
    );
    if (row === undefined) return undefined;
    if (row.expires_at >= now)
      return { key, fingerprint: row.fingerprint, entryId: row.entry_id, expiresAt: row.expires_at };
    await this.database.run(sql`DELETE FROM idempotency WHERE expires_at < ${now}`);
    return undefined;
  }

  override async apply(changes: readonly EntryChange[], companions: Companions = {}): Promise<void> {
    const { dialect } = this.database;
    let last: Applied | undefined;
    const applied = await this.database.transaction(
      async (session) =>
        (last = await new EntryWriter(session, dialect, this.layouts).apply(changes, companions)),
      (session) => outcomeOf(last?.changed ?? [], session, dialect),
    );
    if (applied.unfinished) await finishUnlinking(this.database, this.layouts);
  }

  /** Asks once more with a fresh layout when the present one lacks something, or has a column that was dropped since. */
  private async byLayout<Answer>(ask: (writer: QueryWriter) => Promise<Answer>): Promise<Answer> {
    const { dialect } = this.database;
    const writer = new QueryWriter(await this.layouts.current(), dialect);
    try {
      const answer = await ask(writer);
      if (!writer.missedSomething) return answer;
    } catch (error) {
      if (dialect.faultOf(error) !== 'outdated') throw error;
    }
    this.layouts.forget();
    return ask(new QueryWriter(await this.layouts.current(), dialect));
  }

  private async isField(field: string): Promise<Sql> {
    const { types } = await this.layouts.current();
    const ids = types
      .flatMap(({ references }) => references)
      .filter((reference) => reference.field === field && reference.placement === 'linkage')
      .map(({ id }) => id);
    return ids.length === 0 ? FALSE : sql`prop_id IN ${list(ids)}`;
  }
}
