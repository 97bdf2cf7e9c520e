import type { EntrySchedule } from '@content-service/entries';
import {
  BIGINT,
  bytes,
  byteText,
  COUNT,
  type Engine,
  FLOAT,
  key,
  LONG_TEXT,
  NAME,
  optional,
  SMALLINT,
  text,
  TYPE_ID,
  UUID,
} from './columns.js';
import { createAliasFolds } from './alias-folds.js';
import { createContentBaseline } from './baseline/content.js';
import { createTable } from './create-table.js';
import { Entity } from './entity.js';
import { type CreateMigration, type Migration, migration } from './migration.js';

/** Values of properties that have one; the longest key that 255 characters can need. */
const INDEXED_BYTES = bytes(1020);

const GENERATION = new Entity('generation', {
  columns: { area: key(text(16)), value: COUNT },
  withoutRowid: true,
});

const BUNDLE = new Entity('bundle', {
  columns: {
    entityType: key(text(64)),
    bundle: key(text(64)),
    born: COUNT,
    since: COUNT,
    definition: LONG_TEXT,
  },
});

/** `present`: whether the content model has it. `layout` rises with every change of its derived tables. */
const RESOURCE_TYPE = new Entity('resource_type', {
  columns: { id: key(TYPE_ID), name: text(130), present: SMALLINT, since: COUNT, layout: COUNT },
  uniqueKeys: [{ columns: ['name'], mysqlName: 'u_name' }],
});

/** Ids are never used again: a column or row that was left behind can never be taken for another property. */
const MODEL_PROPERTY = new Entity('model_property', {
  columns: {
    id: key(COUNT),
    typeId: TYPE_ID,
    field: text(64),
    property: text(64),
    kind: text(16),
    caseSensitive: SMALLINT,
    scale: SMALLINT,
    multiple: SMALLINT,
    placement: text(8),
    state: text(8),
  },
  indexes: [{ name: 'k_type', columns: ['typeId'], engines: ['mysql'] }],
});

/**
 * Attributes and relationships are text, not JSON: MySQL would reorder the keys. With a rowid on SQLite, because its rows are
 * long, and a table without one keeps them in the tree of the key.
 */
const ENTRY = new Entity('entry', {
  columns: {
    id: key(UUID),
    typeId: TYPE_ID,
    published: SMALLINT,
    created: BIGINT,
    changed: BIGINT,
    version: COUNT,
    position: BIGINT,
    modelVersion: COUNT,
    attributes: LONG_TEXT,
    relationships: LONG_TEXT,
  },
  indexes: [{ name: 'k_entry_type', mysqlName: 'k_type', columns: ['typeId', 'id'] }],
});

const ENTRY_REF = new Entity('entry_ref', {
  columns: { source: key(UUID), propId: key(COUNT), delta: key(COUNT), target: UUID },
  indexes: [{ name: 'k_ref_target', mysqlName: 'k_target', columns: ['target', 'propId', 'source'] }],
  withoutRowid: true,
});

const IX_MULTI = new Entity('ix_multi', {
  columns: {
    id: key(UUID),
    propId: key(COUNT),
    delta: key(COUNT),
    s: optional(INDEXED_BYTES),
    n: optional(BIGINT),
    d: optional(FLOAT),
  },
  indexes: ['s', 'n', 'd'].map((column) => ({
    name: `k_multi_${column}`,
    mysqlName: `k_${column}`,
    columns: ['propId', column, 'id'],
    where: `${column} IS NOT NULL`,
  })),
  withoutRowid: true,
});

const IX_TEXT = new Entity('ix_text', {
  columns: { id: key(UUID), propId: key(COUNT), delta: key(COUNT), s: bytes() },
});

const PATH_ALIAS = new Entity('path_alias', {
  columns: { langcode: key(NAME), alias: key(INDEXED_BYTES), entryId: UUID },
  indexes: [{ name: 'k_alias_entry', mysqlName: 'k_entry', columns: ['entryId'] }],
  withoutRowid: true,
});

/** The aliases that differ from their folded form, by that form. */
const ALIAS_FOLD = new Entity('alias_fold', {
  columns: { folded: key(INDEXED_BYTES), langcode: key(NAME), entryId: key(UUID) },
  indexes: [{ name: 'k_alias_fold_entry', mysqlName: 'k_entry', columns: ['entryId'] }],
  withoutRowid: true,
});

/** Deleted entries of whose referrers some still have to be rewritten. */
const UNLINKING = new Entity('unlinking', { columns: { target: key(UUID) }, withoutRowid: true });

const IDEMPOTENCY = new Entity('idempotency', {
  columns: { requestKey: key(text(64)), fingerprint: text(64), entryId: text(36), expiresAt: BIGINT },
  indexes: [{ name: 'k_idempotency_expires', mysqlName: 'k_expires', columns: ['expiresAt'] }],
  withoutRowid: true,
});

/** The numbers of entries of each type (`entries/entry-counts.ts`). */
const ENTRY_COUNT = new Entity('entry_count', {
  columns: { typeId: key(BIGINT), slot: key(BIGINT), total: BIGINT, published: BIGINT },
  withoutRowid: true,
});

const ENTRY_SCHEDULE = new Entity<EntrySchedule>('entry_schedule', {
  columns: { entryId: key(UUID), action: key(NAME), dueAt: BIGINT },
  indexes: [{ name: 'k_schedule_due', columns: ['dueAt', 'entryId', 'action'] }],
});

/** Replaced and deleted states of entries; `number` in microseconds. With a rowid on SQLite, as `entry`. */
const ENTRY_REVISION = new Entity('entry_revision', {
  columns: {
    entryId: key(UUID),
    number: key(BIGINT),
    track: NAME,
    head: LONG_TEXT,
    attributes: LONG_TEXT,
    relationships: LONG_TEXT,
  },
  indexes: [{ name: 'k_revision_track', mysqlName: 'k_track', columns: ['track', 'number'] }],
});

/** Changes of entries that are not published yet; `savedAt` in microseconds. With a rowid on SQLite, as `entry`. */
const ENTRY_COPY = new Entity('entry_copy', {
  columns: {
    entryId: key(UUID),
    type: byteText(130),
    version: COUNT,
    savedAt: BIGINT,
    head: LONG_TEXT,
    content: LONG_TEXT,
  },
  indexes: [
    { name: 'k_copy_type', mysqlName: 'k_type', columns: ['type', 'savedAt'] },
    { name: 'k_copy_saved', mysqlName: 'k_saved', columns: ['savedAt'] },
  ],
});

/** The content model, the entries, and what is derived from them in fixed tables. */
export const CONTENT_ENTITIES = [
  ...[GENERATION, BUNDLE, RESOURCE_TYPE, MODEL_PROPERTY],
  ...[
    ENTRY,
    ENTRY_REF,
    IX_MULTI,
    IX_TEXT,
    PATH_ALIAS,
    ALIAS_FOLD,
    UNLINKING,
    IDEMPOTENCY,
    ENTRY_COUNT,
    ENTRY_SCHEDULE,
    ENTRY_REVISION,
    ENTRY_COPY,
  ],
];

/** The steps that made these tables, each as it was when it was added. */
export const CONTENT_MIGRATIONS: readonly CreateMigration[] = [
  createContentBaseline,
  createAliasFolds,
  createEntryRevisions,
  createEntryCopies,
];

/** The replaced and deleted states of entries. */
function createEntryRevisions(engine: Engine): Migration {
  return migration(
    'EntryRevisions1760000000400',
    { purpose: 'keep the states of entries that are replaced or deleted' },
    createTable(engine, 'entry_revision', {
      columns: {
        entry_id: key(UUID),
        number: key(BIGINT),
        track: NAME,
        head: LONG_TEXT,
        attributes: LONG_TEXT,
        relationships: LONG_TEXT,
      },
      indexes: [{ name: 'k_revision_track', mysqlName: 'k_track', columns: ['track', 'number'] }],
    }),
  );
}

/** The changes of entries that are not published yet. */
function createEntryCopies(engine: Engine): Migration {
  return migration(
    'EntryCopies1760000000500',
    { purpose: 'keep the changes of entries that are not published yet' },
    createTable(engine, 'entry_copy', {
      columns: {
        entry_id: key(UUID),
        type: byteText(130),
        version: COUNT,
        saved_at: BIGINT,
        head: LONG_TEXT,
        content: LONG_TEXT,
      },
      indexes: [
        { name: 'k_copy_type', mysqlName: 'k_type', columns: ['type', 'saved_at'] },
        { name: 'k_copy_saved', mysqlName: 'k_saved', columns: ['saved_at'] },
      ],
    }),
  );
}
