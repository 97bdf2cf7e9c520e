import { migration } from '../migration.js';

// In code point order, and stored as it is: all comparisons are by bytes.
const TEXT = 'TEXT COLLATE "C"';

/** The content model, the entries, and what is derived from them; the `ix_<n>` tables follow the content model. */
export const CONTENT = migration(
  'Content1760000000000',
  { purpose: 'create the tables of the content model and the entries' },
  [
    `CREATE TABLE IF NOT EXISTS generation (area ${TEXT} NOT NULL PRIMARY KEY, value INTEGER NOT NULL)`,
    `INSERT INTO generation (area, value)
    VALUES ('model', 0), ('settings', 0), ('clients', 0), ('revocations', 0), ('keys', 0)
    ON CONFLICT DO NOTHING`,

    `CREATE TABLE IF NOT EXISTS bundle (
    entity_type ${TEXT} NOT NULL,
    bundle ${TEXT} NOT NULL,
    born INTEGER NOT NULL,
    since INTEGER NOT NULL,
    definition ${TEXT} NOT NULL,
    PRIMARY KEY (entity_type, bundle))`,

    // present: whether the content model has it; layout rises with every change of its derived tables.
    `CREATE TABLE IF NOT EXISTS resource_type (
    id INTEGER NOT NULL PRIMARY KEY,
    name ${TEXT} NOT NULL UNIQUE,
    present SMALLINT NOT NULL,
    since INTEGER NOT NULL,
    layout INTEGER NOT NULL)`,

    // Ids are never used again: a column or row that was left behind can never be taken for another property.
    `CREATE TABLE IF NOT EXISTS model_property (
    id INTEGER NOT NULL PRIMARY KEY,
    type_id INTEGER NOT NULL,
    field ${TEXT} NOT NULL,
    property ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL,
    case_sensitive SMALLINT NOT NULL,
    scale SMALLINT NOT NULL,
    multiple SMALLINT NOT NULL,
    placement ${TEXT} NOT NULL,
    state ${TEXT} NOT NULL)`,

    `CREATE TABLE IF NOT EXISTS entry (
    id BYTEA NOT NULL PRIMARY KEY,
    type_id INTEGER NOT NULL,
    published SMALLINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    version INTEGER NOT NULL,
    position BIGINT NOT NULL,
    model_version INTEGER NOT NULL,
    attributes ${TEXT} NOT NULL,
    relationships ${TEXT} NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS k_entry_type ON entry (type_id, id)`,

    `CREATE TABLE IF NOT EXISTS entry_ref (
    source BYTEA NOT NULL,
    prop_id INTEGER NOT NULL,
    delta INTEGER NOT NULL,
    target BYTEA NOT NULL,
    PRIMARY KEY (source, prop_id, delta))`,
    `CREATE INDEX IF NOT EXISTS k_ref_target ON entry_ref (target, prop_id, source)`,

    `CREATE TABLE IF NOT EXISTS ix_multi (
    id BYTEA NOT NULL,
    prop_id INTEGER NOT NULL,
    delta INTEGER NOT NULL,
    s BYTEA NULL,
    n BIGINT NULL,
    d DOUBLE PRECISION NULL,
    PRIMARY KEY (id, prop_id, delta))`,
    `CREATE INDEX IF NOT EXISTS k_multi_s ON ix_multi (prop_id, s, id) WHERE s IS NOT NULL`,
    `CREATE INDEX IF NOT EXISTS k_multi_n ON ix_multi (prop_id, n, id) WHERE n IS NOT NULL`,
    `CREATE INDEX IF NOT EXISTS k_multi_d ON ix_multi (prop_id, d, id) WHERE d IS NOT NULL`,

    `CREATE TABLE IF NOT EXISTS ix_text (
    id BYTEA NOT NULL,
    prop_id INTEGER NOT NULL,
    delta INTEGER NOT NULL,
    s BYTEA NOT NULL,
    PRIMARY KEY (id, prop_id, delta))`,

    `CREATE TABLE IF NOT EXISTS path_alias (
    langcode BYTEA NOT NULL,
    alias BYTEA NOT NULL,
    entry_id BYTEA NOT NULL,
    PRIMARY KEY (langcode, alias))`,
    `CREATE INDEX IF NOT EXISTS k_alias_entry ON path_alias (entry_id)`,

    // Deleted entries of whose referrers some still have to be rewritten.
    `CREATE TABLE IF NOT EXISTS unlinking (target BYTEA NOT NULL PRIMARY KEY)`,

    `CREATE TABLE IF NOT EXISTS idempotency (
    request_key ${TEXT} NOT NULL PRIMARY KEY,
    fingerprint ${TEXT} NOT NULL,
    entry_id ${TEXT} NOT NULL,
    expires_at BIGINT NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS k_idempotency_expires ON idempotency (expires_at)`,
  ],
);
