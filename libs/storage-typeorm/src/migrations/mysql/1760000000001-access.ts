import { migration } from '../migration.js';

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** Settings, API clients, keys, and the records of the OAuth grants. Times are UNIX seconds. */
export const ACCESS = migration(
  'Access1760000000001',
  { purpose: 'create the tables of API clients, tokens and settings' },
  [
    `CREATE TABLE IF NOT EXISTS site_settings (
    id TINYINT NOT NULL PRIMARY KEY,
    version INT UNSIGNED NOT NULL,
    definition LONGTEXT NOT NULL) ${TABLE}`,

    // last_used_at stands apart: noting a use is no change of the client.
    `CREATE TABLE IF NOT EXISTS client (
    id VARCHAR(128) NOT NULL PRIMARY KEY,
    version INT UNSIGNED NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NULL,
    definition LONGTEXT NOT NULL) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS signing_key (
    kid VARCHAR(64) NOT NULL PRIMARY KEY,
    place SMALLINT UNSIGNED NOT NULL,
    algorithm VARCHAR(16) NOT NULL,
    sealed_private_key TEXT NOT NULL,
    public_key TEXT NOT NULL,
    state VARCHAR(16) NOT NULL,
    created_at BIGINT NOT NULL,
    retired_at BIGINT NULL) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS authorization_code (
    code_hash VARCHAR(64) NOT NULL PRIMARY KEY,
    client_id VARCHAR(128) NOT NULL,
    user_id VARCHAR(36) NOT NULL,
    redirect_uri TEXT NOT NULL,
    scope TEXT NOT NULL,
    requested_scope TEXT NULL,
    code_challenge VARCHAR(128) NULL,
    family_id VARCHAR(36) NOT NULL,
    expires_at BIGINT NOT NULL,
    consumed_at BIGINT NULL,
    KEY k_expires (expires_at)) ${TABLE}`,

    // Whether a refresh token is revoked is a matter of its family, so that one row decides for all of them.
    `CREATE TABLE IF NOT EXISTS refresh_family (
    family_id VARCHAR(36) NOT NULL PRIMARY KEY,
    client_id VARCHAR(128) NULL,
    user_id VARCHAR(36) NULL,
    revoked_at BIGINT NULL,
    forget_at BIGINT NOT NULL,
    KEY k_client (client_id),
    KEY k_user (user_id),
    KEY k_forget (forget_at)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS refresh_token (
    token_hash VARCHAR(64) NOT NULL PRIMARY KEY,
    family_id VARCHAR(36) NOT NULL,
    client_id VARCHAR(128) NOT NULL,
    user_id VARCHAR(36) NOT NULL,
    scope TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    family_started_at BIGINT NOT NULL,
    used_at BIGINT NULL,
    successor_hash VARCHAR(64) NULL,
    KEY k_family (family_id),
    KEY k_expires (expires_at)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS consent (
    user_id VARCHAR(36) NOT NULL,
    client_id VARCHAR(128) NOT NULL,
    scope TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, client_id)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS pending_authorization (
    id VARCHAR(64) NOT NULL PRIMARY KEY,
    session_hash VARCHAR(64) NOT NULL,
    request LONGTEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    KEY k_expires (expires_at)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS revocation (
    subject VARCHAR(16) NOT NULL,
    id VARCHAR(128) NOT NULL,
    not_before BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    PRIMARY KEY (subject, id, not_before, until_at),
    KEY k_until (until_at)) ${TABLE}`,
  ],
);
