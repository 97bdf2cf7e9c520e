import { migration } from '../migration.js';

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** Accounts, sessions, throttle counters and the audit log. Times are UNIX seconds. */
export const PEOPLE = migration(
  'People1760000000002',
  { purpose: 'create the tables of accounts, sessions and the audit log' },
  [
    // last_login_at stands apart: noting a login is no change of the account.
    `CREATE TABLE IF NOT EXISTS account (
    id VARCHAR(36) NOT NULL PRIMARY KEY,
    version INT UNSIGNED NOT NULL,
    name VARCHAR(255) NOT NULL,
    name_key VARBINARY(2048) NOT NULL,
    role VARCHAR(64) NOT NULL,
    enabled TINYINT NOT NULL,
    password_hash VARCHAR(255) NOT NULL,
    access_epoch INT UNSIGNED NOT NULL,
    created_at BIGINT NOT NULL,
    last_login_at BIGINT NULL,
    UNIQUE KEY u_name (name_key),
    KEY k_role (role)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS user_role (
    name VARCHAR(64) NOT NULL PRIMARY KEY,
    version INT UNSIGNED NOT NULL,
    label VARCHAR(255) NOT NULL,
    scopes TEXT NOT NULL) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS browser_session (
    id_hash VARCHAR(64) NOT NULL PRIMARY KEY,
    user_id VARCHAR(36) NOT NULL,
    access_epoch INT UNSIGNED NOT NULL,
    started_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    KEY k_user (user_id),
    KEY k_expires (expires_at)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS throttle (
    subject VARCHAR(64) NOT NULL PRIMARY KEY,
    hits INT UNSIGNED NOT NULL,
    ends_at BIGINT NOT NULL,
    KEY k_ends (ends_at)) ${TABLE}`,

    `CREATE TABLE IF NOT EXISTS audit_event (
    id VARCHAR(36) NOT NULL PRIMARY KEY,
    happened_at BIGINT NOT NULL,
    action VARCHAR(64) NOT NULL,
    actor_kind VARCHAR(16) NOT NULL,
    user_id VARCHAR(36) NULL,
    client_id VARCHAR(128) NULL,
    address TEXT NULL,
    subject_kind VARCHAR(16) NULL,
    subject_id VARCHAR(255) NULL,
    details LONGTEXT NOT NULL,
    KEY k_time (happened_at, id),
    KEY k_action (action, happened_at, id),
    KEY k_user (user_id, happened_at, id),
    KEY k_client (client_id, happened_at, id),
    KEY k_subject (subject_kind, subject_id, happened_at, id)) ${TABLE}`,
  ],
);
