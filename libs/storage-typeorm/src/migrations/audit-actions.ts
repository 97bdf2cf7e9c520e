import { addIndexes, migration, type Migration } from './migration.js';

const TABLE = 'audit_event';

/** Indexes for the newest lines of an actor with one action, however many other lines it has. */
export const AUDIT_ACTIONS: Migration = migration(
  'AuditActions1760000000160',
  { purpose: 'index the audit log by actor and action', table: TABLE },
  (runner) =>
    addIndexes(runner, TABLE, {
      k_audit_user_action: '(user_id, action, happened_at, id)',
      k_audit_client_action: '(client_id, action, happened_at, id)',
    }),
);
