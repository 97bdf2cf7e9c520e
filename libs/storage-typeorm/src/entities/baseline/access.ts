import {
  BIGINT,
  COUNT,
  key,
  LONG_TEXT,
  optional,
  SMALL_COUNT,
  SMALLINT,
  text,
  type Engine,
} from '../columns.js';
import { migration, type Migration } from '../migration.js';
import { createTable } from '../create-table.js';

const UUID_TEXT = text(36);
const CLIENT_ID = text(128);
const HASH = text(64);

/** Settings, API clients, keys, and what the OAuth grants issue and keep. Times are UNIX seconds. */
export function createAccessBaseline(engine: Engine): Migration {
  return migration(
    'Access1760000000201',
    { purpose: 'create the tables of API clients, tokens and settings' },
    [
      ...createTable(engine, 'site_settings', {
        columns: { id: key(SMALLINT), version: COUNT, definition: LONG_TEXT },
      }),
      ...createTable(engine, 'client', {
        columns: {
          id: key(CLIENT_ID),
          version: COUNT,
          created_at: BIGINT,
          last_used_at: optional(BIGINT),
          definition: LONG_TEXT,
        },
        withoutRowid: true,
      }),
      ...createTable(engine, 'signing_key', {
        columns: {
          kid: key(text(64)),
          place: SMALL_COUNT,
          algorithm: text(16),
          sealed_private_key: text(),
          public_key: text(),
          state: text(16),
          created_at: BIGINT,
          retired_at: optional(BIGINT),
        },
      }),
      ...createTable(engine, 'authorization_code', {
        columns: {
          code_hash: key(HASH),
          client_id: CLIENT_ID,
          user_id: UUID_TEXT,
          redirect_uri: text(),
          scope: text(),
          requested_scope: optional(text()),
          code_challenge: optional(text(128)),
          family_id: UUID_TEXT,
          expires_at: BIGINT,
          consumed_at: optional(BIGINT),
          authenticated_at: optional(BIGINT),
        },
        indexes: [{ name: 'k_code_expires', mysqlName: 'k_expires', columns: ['expires_at'] }],
        withoutRowid: true,
      }),
      ...createTable(engine, 'refresh_family', {
        columns: {
          family_id: key(UUID_TEXT),
          client_id: optional(CLIENT_ID),
          user_id: optional(UUID_TEXT),
          revoked_at: optional(BIGINT),
          forget_at: BIGINT,
        },
        indexes: [
          { name: 'k_family_client', mysqlName: 'k_client', columns: ['client_id'] },
          { name: 'k_family_user', mysqlName: 'k_user', columns: ['user_id'] },
          { name: 'k_family_forget', mysqlName: 'k_forget', columns: ['forget_at'] },
        ],
        withoutRowid: true,
      }),
      ...createTable(engine, 'refresh_token', {
        columns: {
          token_hash: key(HASH),
          family_id: UUID_TEXT,
          client_id: CLIENT_ID,
          user_id: UUID_TEXT,
          scope: text(),
          issued_at: BIGINT,
          expires_at: BIGINT,
          family_started_at: BIGINT,
          used_at: optional(BIGINT),
          successor_hash: optional(HASH),
          authenticated_at: optional(BIGINT),
        },
        indexes: [
          { name: 'k_token_family', mysqlName: 'k_family', columns: ['family_id'] },
          { name: 'k_token_expires', mysqlName: 'k_expires', columns: ['expires_at'] },
        ],
        withoutRowid: true,
      }),
      ...createTable(engine, 'consent', {
        columns: { user_id: key(UUID_TEXT), client_id: key(CLIENT_ID), scope: text(), granted_at: BIGINT },
        withoutRowid: true,
      }),
      ...createTable(engine, 'pending_authorization', {
        columns: { id: key(text(64)), session_hash: HASH, request: LONG_TEXT, expires_at: BIGINT },
        indexes: [{ name: 'k_pending_expires', mysqlName: 'k_expires', columns: ['expires_at'] }],
      }),
      ...createTable(engine, 'revocation', {
        columns: {
          subject: key(text(16)),
          id: key(CLIENT_ID),
          not_before: key(BIGINT),
          until_at: key(BIGINT),
        },
        indexes: [{ name: 'k_revocation_until', mysqlName: 'k_until', columns: ['until_at'] }],
        withoutRowid: true,
      }),
    ],
  );
}
