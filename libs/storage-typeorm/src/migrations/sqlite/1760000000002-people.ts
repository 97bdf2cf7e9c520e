import { migration } from '../migration.js';

/** Accounts, sessions, throttle counters and the audit log. Times are UNIX seconds. */
export const PEOPLE = migration(
  'People1760000000002',
  { purpose: 'create the tables of accounts, sessions and the audit log' },
  [
    // last_login_at stands apart: noting a login is no change of the account.
    `CREATE TABLE IF NOT EXISTS account (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key BLOB NOT NULL UNIQUE,
    role TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    password_hash TEXT NOT NULL,
    access_epoch INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NULL) WITHOUT ROWID`,
    `CREATE INDEX IF NOT EXISTS k_account_role ON account (role)`,

    `CREATE TABLE IF NOT EXISTS user_role (
    name TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL) WITHOUT ROWID`,

    `CREATE TABLE IF NOT EXISTS browser_session (
    id_hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    access_epoch INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL) WITHOUT ROWID`,
    `CREATE INDEX IF NOT EXISTS k_session_user ON browser_session (user_id)`,
    `CREATE INDEX IF NOT EXISTS k_session_expires ON browser_session (expires_at)`,

    `CREATE TABLE IF NOT EXISTS throttle (
    subject TEXT NOT NULL PRIMARY KEY,
    hits INTEGER NOT NULL,
    ends_at INTEGER NOT NULL) WITHOUT ROWID`,
    `CREATE INDEX IF NOT EXISTS k_throttle_ends ON throttle (ends_at)`,

    `CREATE TABLE IF NOT EXISTS audit_event (
    id TEXT NOT NULL PRIMARY KEY,
    happened_at INTEGER NOT NULL,
    action TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    user_id TEXT NULL,
    client_id TEXT NULL,
    address TEXT NULL,
    subject_kind TEXT NULL,
    subject_id TEXT NULL,
    details TEXT NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS k_audit_time ON audit_event (happened_at, id)`,
    `CREATE INDEX IF NOT EXISTS k_audit_action ON audit_event (action, happened_at, id)`,
    `CREATE INDEX IF NOT EXISTS k_audit_user ON audit_event (user_id, happened_at, id)`,
    `CREATE INDEX IF NOT EXISTS k_audit_client ON audit_event (client_id, happened_at, id)`,
    `CREATE INDEX IF NOT EXISTS k_audit_subject ON audit_event (subject_kind, subject_id, happened_at, id)`,
  ],
);
