import {
  BIGINT,
  bytes,
  COUNT,
  FLOAT,
  key,
  LONG_TEXT,
  NAME,
  optional,
  SMALLINT,
  text,
  TYPE_ID,
  UUID,
  type Engine,
} from '../columns.js';
import { migration, type Migration } from '../migration.js';
import { createTable } from '../create-table.js';
import { CREATE_SEARCH_WORDS } from './search-words.js';

/** Values of properties that have one; the longest key that 255 characters can need. */
const INDEXED_BYTES = bytes(1020);

const INSERT_GENERATIONS: Readonly<Record<Engine, readonly [string, string]>> = {
  sqlite: ['INSERT OR IGNORE', ''],
  mysql: ['INSERT IGNORE', ''],
  postgres: ['INSERT', ' ON CONFLICT DO NOTHING'],
};

/** The content model, the entries, and what is derived from them; the `ix_<n>` tables follow the content model. Times are UNIX seconds. */
export function createContentBaseline(engine: Engine): Migration {
  const [insert, unlessStored] = INSERT_GENERATIONS[engine];
  return migration(
    'Content1760000000200',
    { purpose: 'create the tables of the content model and the entries' },
    [
      ...createTable(engine, 'generation', {
        columns: { area: key(text(16)), value: COUNT },
        withoutRowid: true,
      }),
      `${insert} INTO generation (area, value)
      VALUES ('model', 0), ('settings', 0), ('clients', 0), ('revocations', 0), ('keys', 0)${unlessStored}`,
      ...createTable(engine, 'bundle', {
        columns: {
          entity_type: key(text(64)),
          bundle: key(text(64)),
          born: COUNT,
          since: COUNT,
          definition: LONG_TEXT,
        },
      }),
      ...createTable(engine, 'resource_type', {
        columns: { id: key(TYPE_ID), name: text(130), present: SMALLINT, since: COUNT, layout: COUNT },
        uniqueKeys: [{ columns: ['name'], mysqlName: 'u_name' }],
      }),
      ...createTable(engine, 'model_property', {
        columns: {
          id: key(COUNT),
          type_id: TYPE_ID,
          field: text(64),
          property: text(64),
          kind: text(16),
          case_sensitive: SMALLINT,
          scale: SMALLINT,
          multiple: SMALLINT,
          placement: text(8),
          state: text(8),
        },
        indexes: [{ name: 'k_type', columns: ['type_id'], engines: ['mysql'] }],
      }),
      ...createTable(engine, 'entry', {
        columns: {
          id: key(UUID),
          type_id: TYPE_ID,
          published: SMALLINT,
          created: BIGINT,
          changed: BIGINT,
          version: COUNT,
          position: BIGINT,
          model_version: COUNT,
          attributes: LONG_TEXT,
          relationships: LONG_TEXT,
        },
        indexes: [{ name: 'k_entry_type', mysqlName: 'k_type', columns: ['type_id', 'id'] }],
      }),
      ...createTable(engine, 'entry_ref', {
        columns: { source: key(UUID), prop_id: key(COUNT), delta: key(COUNT), target: UUID },
        indexes: [{ name: 'k_ref_target', mysqlName: 'k_target', columns: ['target', 'prop_id', 'source'] }],
        withoutRowid: true,
      }),
      ...createTable(engine, 'ix_multi', {
        columns: {
          id: key(UUID),
          prop_id: key(COUNT),
          delta: key(COUNT),
          s: optional(INDEXED_BYTES),
          n: optional(BIGINT),
          d: optional(FLOAT),
        },
        indexes: ['s', 'n', 'd'].map((column) => ({
          name: `k_multi_${column}`,
          mysqlName: `k_${column}`,
          columns: ['prop_id', column, 'id'],
          where: `${column} IS NOT NULL`,
        })),
        withoutRowid: true,
      }),
      ...createTable(engine, 'ix_text', {
        columns: { id: key(UUID), prop_id: key(COUNT), delta: key(COUNT), s: bytes() },
      }),
      ...createTable(engine, 'path_alias', {
        columns: { langcode: key(NAME), alias: key(INDEXED_BYTES), entry_id: UUID },
        indexes: [{ name: 'k_alias_entry', mysqlName: 'k_entry', columns: ['entry_id'] }],
        withoutRowid: true,
      }),
      ...createTable(engine, 'unlinking', { columns: { target: key(UUID) }, withoutRowid: true }),
      ...createTable(engine, 'idempotency', {
        columns: {
          request_key: key(text(64)),
          fingerprint: text(64),
          entry_id: text(36),
          expires_at: BIGINT,
        },
        indexes: [{ name: 'k_idempotency_expires', mysqlName: 'k_expires', columns: ['expires_at'] }],
        withoutRowid: true,
      }),
      ...createTable(engine, 'entry_count', {
        defaultCharset: true,
        columns: { type_id: key(BIGINT), slot: key(BIGINT), total: BIGINT, published: BIGINT },
        withoutRowid: true,
      }),
      ...createTable(engine, 'entry_schedule', {
        columns: { entry_id: key(UUID), action: key(NAME), due_at: BIGINT },
        indexes: [{ name: 'k_schedule_due', columns: ['due_at', 'entry_id', 'action'] }],
      }),
      ...CREATE_SEARCH_WORDS[engine],
    ],
  );
}
