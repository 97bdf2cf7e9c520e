import { migration } from '../migration.js';

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** The content model, the entries, and what is derived from them; the `ix_<n>` tables follow the content model. */
export const CONTENT = migration(
  'Content1760000000000',
  { purpose: 'create the tables of the content model and the entries' },
  [
    `CREATE TABLE IF NOT EXISTS generation (
    area VARCHAR(16) NOT NULL PRIMARY KEY,
    value INT UNSIGNED NOT NULL) ${TABLE}`,
    `INSERT IGNORE INTO generation (area, value)
    VALUES ('model', 0), ('settings', 0), ('clients', 0), ('revocations', 0), ('keys', 0)`,

    `CREATE TABLE IF NOT EXISTS bundle (
    entity_type VARCHAR(64) NOT NULL,
    bundle VARCHAR(64) NOT NULL,
    born INT UNSIGNED NOT NULL,
    since INT UNSIGNED NOT NULL,
    definition LONGTEXT NOT NULL,
    PRIMARY KEY (entity_type, bundle)) ${TABLE}`,

    // present: whether the content model has it; layout rises with every change of its derived tables.
    `CREATE TABLE IF NOT EXISTS resource_type (
    id SMALLINT UNSIGNED NOT NULL PRIMARY KEY,
    name VARCHAR(130) NOT NULL,
    present TINYINT NOT NULL,
    since INT UNSIGNED NOT NULL,
    layout INT UNSIGNED NOT NULL,
    UNIQUE KEY u_name (name)) ${TABLE}`,

    // Ids are never used again: a column or row that was left behind can never be taken for another property.
    `CREATE TABLE IF NOT EXISTS model_property (
    id INT UNSIGNED NOT NULL PRIMARY KEY,
    type_id SMALLINT UNSIGNED NOT NULL,
    field VARCHAR(64) NOT NULL,
    property VARCHAR(64) NOT NULL,
    kind VARCHAR(16) NOT NULL,
    case_sensitive TINYINT NOT NULL,
    scale TINYINT NOT NULL,
    multiple TINYINT NOT NULL,
    placement VARCHAR(8) NOT NULL,
    state VARCHAR(8) NOT NULL,
    KEY k_type (type_id)) ${TABLE}`,

    // Attributes and relationships are text, not JSON: MySQL would reorder the keys.
    `CREATE TABLE IF NOT EXISTS entry (
    id BINARY(16) NOT NULL PRIMARY KEY,
    type_id SMALLINT UNSIGNED NOT NULL,
    published TINYINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    version INT UNSIGNED NOT NULL,
    position BIGINT NOT NULL,
    model_version INT UNSIGNED NOT NULL,
    attributes LONGTEXT NOT NULL,
    relationships LONGTEXT NOT NULL,
    KEY k_type (type_id, id)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS entry_ref (
    source BINARY(16) NOT NULL,
    prop_id INT UNSIGNED NOT NULL,
    delta INT UNSIGNED NOT NULL,
    target BINARY(16) NOT NULL,
    PRIMARY KEY (source, prop_id, delta),
    KEY k_target (target, prop_id, source)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS ix_multi (
    id BINARY(16) NOT NULL,
    prop_id INT UNSIGNED NOT NULL,
    delta INT UNSIGNED NOT NULL,
    s VARBINARY(1020) NULL,
    n BIGINT NULL,
    d DOUBLE NULL,
    PRIMARY KEY (id, prop_id, delta),
    KEY k_s (prop_id, s, id),
    KEY k_n (prop_id, n, id),
    KEY k_d (prop_id, d, id)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS ix_text (
    id BINARY(16) NOT NULL,
    prop_id INT UNSIGNED NOT NULL,
    delta INT UNSIGNED NOT NULL,
    s LONGBLOB NOT NULL,
    PRIMARY KEY (id, prop_id, delta)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS path_alias (
    langcode VARBINARY(64) NOT NULL,
    alias VARBINARY(1020) NOT NULL,
    entry_id BINARY(16) NOT NULL,
    PRIMARY KEY (langcode, alias),
    KEY k_entry (entry_id)) ${TABLE}`,

    // Deleted entries of whose referrers some still have to be rewritten.
    `CREATE TABLE IF NOT EXISTS unlinking (
    target BINARY(16) NOT NULL PRIMARY KEY) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS idempotency (
    request_key VARCHAR(64) NOT NULL PRIMARY KEY,
    fingerprint VARCHAR(64) NOT NULL,
    entry_id VARCHAR(36) NOT NULL,
    expires_at BIGINT NOT NULL,
    KEY k_expires (expires_at)) ${TABLE}`,
  ],
);
