import type { Account, Preference, Role, UserSession } from '@content-service/accounts';
import { ScopeSet } from '@content-service/scopes';
import {
  BIGINT,
  byteText,
  type Column,
  COUNT,
  createTransformer,
  type Engine,
  flag,
  json,
  key,
  LONG_TEXT,
  NAME,
  optional,
  SMALLINT,
  text,
  trueOrAbsent,
} from './columns.js';
import { createPeopleBaseline } from './baseline/people.js';
import { declareColumn } from './create-table.js';
import { Entity } from './entity.js';
import { addColumns, type CreateMigration, type Migration, migration } from './migration.js';

const UUID_TEXT = text(36);
const HASH = text(64);

export const ACCOUNT = new Entity<Account>('account', {
  columns: {
    id: key(UUID_TEXT),
    version: COUNT,
    name: text(255),
    nameKey: byteText(2048),
    role: text(64),
    enabled: flag(SMALLINT),
    passwordHash: text(255),
    accessEpoch: COUNT,
    createdAt: BIGINT,
    // Stands apart: noting a login is no change of the account.
    lastLoginAt: optional(BIGINT),
    passwordChangeRequired: { ...trueOrAbsent(BIGINT), default: 0 },
  },
  indexes: [{ name: 'k_account_role', mysqlName: 'k_role', columns: ['role'] }],
  uniqueKeys: [{ columns: ['nameKey'], mysqlName: 'u_name' }],
  withoutRowid: true,
});

const SCOPES: Column = {
  ...text(),
  transformer: createTransformer(
    (scopes: ScopeSet) => scopes.toString(),
    (stored: string) => ScopeSet.parse(stored),
  ),
};

export const USER_ROLE = new Entity<Omit<Role, 'builtIn'>>('user_role', {
  columns: { name: key(text(64)), version: COUNT, label: text(255), scopes: SCOPES },
  withoutRowid: true,
});

export const BROWSER_SESSION = new Entity<UserSession>('browser_session', {
  columns: {
    idHash: key(HASH),
    userId: UUID_TEXT,
    accessEpoch: COUNT,
    startedAt: BIGINT,
    expiresAt: BIGINT,
    authenticatedAt: { ...BIGINT, default: 0 },
    ipAddress: optional(text(64)),
    userAgent: optional(text(255)),
  },
  indexes: [
    { name: 'k_session_user', mysqlName: 'k_user', columns: ['userId'] },
    { name: 'k_session_expires', mysqlName: 'k_expires', columns: ['expiresAt'] },
  ],
  withoutRowid: true,
});

const THROTTLE = new Entity('throttle', {
  columns: { subject: key(text(64)), hits: COUNT, endsAt: BIGINT },
  indexes: [{ name: 'k_throttle_ends', mysqlName: 'k_ends', columns: ['endsAt'] }],
  withoutRowid: true,
});

/** TypeORM's types do not end for JSON documents. */
interface PreferenceRow extends Omit<Preference, 'value'> {
  readonly value: object;
}

export const PREFERENCE = new Entity<PreferenceRow>('preference', {
  columns: { owner: key(NAME), name: key(NAME), value: json(LONG_TEXT), version: BIGINT },
});

const AUDIT_EVENT = new Entity('audit_event', {
  columns: {
    id: key(UUID_TEXT),
    happenedAt: BIGINT,
    action: text(64),
    actorKind: text(16),
    userId: optional(UUID_TEXT),
    clientId: optional(text(128)),
    address: optional(text()),
    subjectKind: optional(text(16)),
    subjectId: optional(text(255)),
    details: LONG_TEXT,
  },
  indexes: [
    { name: 'k_audit_time', mysqlName: 'k_time', columns: ['happenedAt', 'id'] },
    { name: 'k_audit_action', mysqlName: 'k_action', columns: ['action', 'happenedAt', 'id'] },
    { name: 'k_audit_user', mysqlName: 'k_user', columns: ['userId', 'happenedAt', 'id'] },
    { name: 'k_audit_client', mysqlName: 'k_client', columns: ['clientId', 'happenedAt', 'id'] },
    {
      name: 'k_audit_subject',
      mysqlName: 'k_subject',
      columns: ['subjectKind', 'subjectId', 'happenedAt', 'id'],
    },
    { name: 'k_audit_user_action', columns: ['userId', 'action', 'happenedAt', 'id'] },
    { name: 'k_audit_client_action', columns: ['clientId', 'action', 'happenedAt', 'id'] },
  ],
});

/** Accounts, roles, sessions, preferences, throttle counters and the audit log. Times are UNIX seconds. */
export const PEOPLE_ENTITIES = [ACCOUNT, USER_ROLE, BROWSER_SESSION, THROTTLE, PREFERENCE, AUDIT_EVENT];

/** The steps that made these tables, each as it was when it was added. */
export const PEOPLE_MIGRATIONS: readonly CreateMigration[] = [createPeopleBaseline, createSessionOrigins];

/** The IP address and the browser with which sessions were started. */
function createSessionOrigins(engine: Engine): Migration {
  const table = 'browser_session';
  return migration(
    'SessionOrigins1760000000700',
    { purpose: 'keep where sessions of browsers were started' },
    (runner) =>
      addColumns(runner, [
        { table, name: 'ip_address', definition: declareColumn(optional(text(64)), engine) },
        { table, name: 'user_agent', definition: declareColumn(optional(text(255)), engine) },
      ]),
  );
}
