import {
  BIGINT,
  byteText,
  COUNT,
  key,
  LONG_TEXT,
  NAME,
  optional,
  SMALLINT,
  text,
  type Engine,
} from '../columns.js';
import { migration, type Migration } from '../migration.js';
import { createTable } from '../create-table.js';

const UUID_TEXT = text(36);
const HASH = text(64);

/** Accounts, roles, sessions, preferences, throttle counters and the audit log. Times are UNIX seconds. */
export function createPeopleBaseline(engine: Engine): Migration {
  return migration(
    'People1760000000202',
    { purpose: 'create the tables of accounts, sessions and the audit log' },
    [
      ...createTable(engine, 'account', {
        columns: {
          id: key(UUID_TEXT),
          version: COUNT,
          name: text(255),
          name_key: byteText(2048),
          role: text(64),
          enabled: SMALLINT,
          password_hash: text(255),
          access_epoch: COUNT,
          created_at: BIGINT,
          // Stands apart: noting a login is no change of the account.
          last_login_at: optional(BIGINT),
          password_change_required: { ...BIGINT, default: 0 },
        },
        indexes: [{ name: 'k_account_role', mysqlName: 'k_role', columns: ['role'] }],
        uniqueKeys: [{ columns: ['name_key'], mysqlName: 'u_name' }],
        withoutRowid: true,
      }),
      ...createTable(engine, 'user_role', {
        columns: { name: key(text(64)), version: COUNT, label: text(255), scopes: text() },
        withoutRowid: true,
      }),
      ...createTable(engine, 'browser_session', {
        columns: {
          id_hash: key(HASH),
          user_id: UUID_TEXT,
          access_epoch: COUNT,
          started_at: BIGINT,
          expires_at: BIGINT,
          authenticated_at: { ...BIGINT, default: 0 },
        },
        indexes: [
          { name: 'k_session_user', mysqlName: 'k_user', columns: ['user_id'] },
          { name: 'k_session_expires', mysqlName: 'k_expires', columns: ['expires_at'] },
        ],
        withoutRowid: true,
      }),
      ...createTable(engine, 'throttle', {
        columns: { subject: key(text(64)), hits: COUNT, ends_at: BIGINT },
        indexes: [{ name: 'k_throttle_ends', mysqlName: 'k_ends', columns: ['ends_at'] }],
        withoutRowid: true,
      }),
      ...createTable(engine, 'preference', {
        columns: { owner: key(NAME), name: key(NAME), value: LONG_TEXT, version: BIGINT },
      }),
      ...createTable(engine, 'audit_event', {
        columns: {
          id: key(UUID_TEXT),
          happened_at: BIGINT,
          action: text(64),
          actor_kind: text(16),
          user_id: optional(UUID_TEXT),
          client_id: optional(text(128)),
          address: optional(text()),
          subject_kind: optional(text(16)),
          subject_id: optional(text(255)),
          details: LONG_TEXT,
        },
        indexes: [
          { name: 'k_audit_time', mysqlName: 'k_time', columns: ['happened_at', 'id'] },
          { name: 'k_audit_action', mysqlName: 'k_action', columns: ['action', 'happened_at', 'id'] },
          { name: 'k_audit_user', mysqlName: 'k_user', columns: ['user_id', 'happened_at', 'id'] },
          { name: 'k_audit_client', mysqlName: 'k_client', columns: ['client_id', 'happened_at', 'id'] },
          {
            name: 'k_audit_subject',
            mysqlName: 'k_subject',
            columns: ['subject_kind', 'subject_id', 'happened_at', 'id'],
          },
          { name: 'k_audit_user_action', columns: ['user_id', 'action', 'happened_at', 'id'] },
          { name: 'k_audit_client_action', columns: ['client_id', 'action', 'happened_at', 'id'] },
        ],
      }),
    ],
  );
}
