import { migration } from '../migration.js';

// In code point order, and stored as it is: all comparisons are by bytes.
const TEXT = 'TEXT COLLATE "C"';

/** Settings, API clients, keys, and the records of the OAuth grants. Times are UNIX seconds. */
export const ACCESS = migration(
  'Access1760000000001',
  { purpose: 'create the tables of API clients, tokens and settings' },
  [
    `CREATE TABLE IF NOT EXISTS site_settings (
    id SMALLINT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    definition ${TEXT} NOT NULL)`,

    // last_used_at stands apart: noting a use is no change of the client.
    `CREATE TABLE IF NOT EXISTS client (
    id ${TEXT} NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NULL,
    definition ${TEXT} NOT NULL)`,

    `CREATE TABLE IF NOT EXISTS signing_key (
    kid ${TEXT} NOT NULL PRIMARY KEY,
    place SMALLINT NOT NULL,
    algorithm ${TEXT} NOT NULL,
    sealed_private_key ${TEXT} NOT NULL,
    public_key ${TEXT} NOT NULL,
    state ${TEXT} NOT NULL,
    created_at BIGINT NOT NULL,
    retired_at BIGINT NULL)`,

    `CREATE TABLE IF NOT EXISTS authorization_code (
    code_hash ${TEXT} NOT NULL PRIMARY KEY,
    client_id ${TEXT} NOT NULL,
    user_id ${TEXT} NOT NULL,
    redirect_uri ${TEXT} NOT NULL,
    scope ${TEXT} NOT NULL,
    requested_scope ${TEXT} NULL,
    code_challenge ${TEXT} NULL,
    family_id ${TEXT} NOT NULL,
    expires_at BIGINT NOT NULL,
    consumed_at BIGINT NULL)`,
    `CREATE INDEX IF NOT EXISTS k_code_expires ON authorization_code (expires_at)`,

    // Whether a refresh token is revoked is a matter of its family, so that one row decides for all of them.
    `CREATE TABLE IF NOT EXISTS refresh_family (
    family_id ${TEXT} NOT NULL PRIMARY KEY,
    client_id ${TEXT} NULL,
    user_id ${TEXT} NULL,
    revoked_at BIGINT NULL,
    forget_at BIGINT NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS k_family_client ON refresh_family (client_id)`,
    `CREATE INDEX IF NOT EXISTS k_family_user ON refresh_family (user_id)`,
    `CREATE INDEX IF NOT EXISTS k_family_forget ON refresh_family (forget_at)`,

    `CREATE TABLE IF NOT EXISTS refresh_token (
    token_hash ${TEXT} NOT NULL PRIMARY KEY,
    family_id ${TEXT} NOT NULL,
    client_id ${TEXT} NOT NULL,
    user_id ${TEXT} NOT NULL,
    scope ${TEXT} NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    family_started_at BIGINT NOT NULL,
    used_at BIGINT NULL,
    successor_hash ${TEXT} NULL)`,
    `CREATE INDEX IF NOT EXISTS k_token_family ON refresh_token (family_id)`,
    `CREATE INDEX IF NOT EXISTS k_token_expires ON refresh_token (expires_at)`,

    `CREATE TABLE IF NOT EXISTS consent (
    user_id ${TEXT} NOT NULL,
    client_id ${TEXT} NOT NULL,
    scope ${TEXT} NOT NULL,
    granted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, client_id))`,

    `CREATE TABLE IF NOT EXISTS pending_authorization (
    id ${TEXT} NOT NULL PRIMARY KEY,
    session_hash ${TEXT} NOT NULL,
    request ${TEXT} NOT NULL,
    expires_at BIGINT NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS k_pending_expires ON pending_authorization (expires_at)`,

    `CREATE TABLE IF NOT EXISTS revocation (
    subject ${TEXT} NOT NULL,
    id ${TEXT} NOT NULL,
    not_before BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    PRIMARY KEY (subject, id, not_before, until_at))`,
    `CREATE INDEX IF NOT EXISTS k_revocation_until ON revocation (until_at)`,
  ],
);
