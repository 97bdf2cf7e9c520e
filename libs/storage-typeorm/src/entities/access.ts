import type { Consent, PendingAuthorization, Revocation, SigningKey } from '@content-service/oauth-grants';
import type { SiteSettings } from '@content-service/site-settings';
import {
  BIGINT,
  COUNT,
  hidden,
  json,
  key,
  LONG_TEXT,
  named,
  optional,
  SMALL_COUNT,
  SMALLINT,
  text,
} from './columns.js';
import { createAccessBaseline } from './baseline/access.js';
import { Entity } from './entity.js';
import type { CreateMigration } from './migration.js';

const UUID_TEXT = text(36);
const CLIENT_ID = text(128);
const HASH = text(64);

/** One row, which is inserted with the first change. */
interface SettingsRow {
  readonly id: number;
  readonly version: number;
  readonly definition: Partial<SiteSettings>;
}

export const SITE_SETTINGS = new Entity<SettingsRow>('site_settings', {
  columns: { id: key(SMALLINT), version: COUNT, definition: json(LONG_TEXT) },
});

export interface ClientRow {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  /** Stands apart: noting a use is no change of the client. */
  readonly lastUsedAt?: number;
  /** The members that no statement uses. */
  readonly definition: object;
}

export const CLIENT = new Entity<ClientRow>('client', {
  columns: {
    id: key(CLIENT_ID),
    version: COUNT,
    createdAt: BIGINT,
    lastUsedAt: optional(BIGINT),
    definition: json(LONG_TEXT),
  },
  withoutRowid: true,
});

/** `place` is its place among the keys. */
export const SIGNING_KEY = new Entity<SigningKey & { readonly place?: number }>('signing_key', {
  columns: {
    kid: key(text(64)),
    place: hidden(SMALL_COUNT),
    algorithm: text(16),
    sealedPrivateKey: text(),
    publicKey: text(),
    state: text(16),
    createdAt: BIGINT,
    retiredAt: optional(BIGINT),
  },
});

const AUTHORIZATION_CODE = new Entity('authorization_code', {
  columns: {
    codeHash: key(HASH),
    clientId: CLIENT_ID,
    userId: UUID_TEXT,
    redirectUri: text(),
    scope: text(),
    requestedScope: optional(text()),
    codeChallenge: optional(text(128)),
    familyId: UUID_TEXT,
    expiresAt: BIGINT,
    consumedAt: optional(BIGINT),
    authenticatedAt: optional(BIGINT),
  },
  indexes: [{ name: 'k_code_expires', mysqlName: 'k_expires', columns: ['expiresAt'] }],
  withoutRowid: true,
});

/** Whether a refresh token is revoked is a matter of its family, so that one row decides for all of them. */
const REFRESH_FAMILY = new Entity('refresh_family', {
  columns: {
    familyId: key(UUID_TEXT),
    clientId: optional(CLIENT_ID),
    userId: optional(UUID_TEXT),
    revokedAt: optional(BIGINT),
    forgetAt: BIGINT,
  },
  indexes: [
    { name: 'k_family_client', mysqlName: 'k_client', columns: ['clientId'] },
    { name: 'k_family_user', mysqlName: 'k_user', columns: ['userId'] },
    { name: 'k_family_forget', mysqlName: 'k_forget', columns: ['forgetAt'] },
  ],
  withoutRowid: true,
});

const REFRESH_TOKEN = new Entity('refresh_token', {
  columns: {
    tokenHash: key(HASH),
    familyId: UUID_TEXT,
    clientId: CLIENT_ID,
    userId: UUID_TEXT,
    scope: text(),
    issuedAt: BIGINT,
    expiresAt: BIGINT,
    familyStartedAt: BIGINT,
    usedAt: optional(BIGINT),
    successorHash: optional(HASH),
    authenticatedAt: optional(BIGINT),
  },
  indexes: [
    { name: 'k_token_family', mysqlName: 'k_family', columns: ['familyId'] },
    { name: 'k_token_expires', mysqlName: 'k_expires', columns: ['expiresAt'] },
  ],
  withoutRowid: true,
});

export const CONSENT = new Entity<Consent>('consent', {
  columns: { userId: key(UUID_TEXT), clientId: key(CLIENT_ID), scope: text(), grantedAt: BIGINT },
  withoutRowid: true,
});

export const PENDING_AUTHORIZATION = new Entity<PendingAuthorization>('pending_authorization', {
  columns: { id: key(text(64)), sessionHash: HASH, request: LONG_TEXT, expiresAt: BIGINT },
  indexes: [{ name: 'k_pending_expires', mysqlName: 'k_expires', columns: ['expiresAt'] }],
});

export const REVOCATION = new Entity<Revocation>('revocation', {
  columns: {
    subject: key(text(16)),
    id: key(CLIENT_ID),
    notBefore: key(BIGINT),
    until: named('until_at', key(BIGINT)),
  },
  indexes: [{ name: 'k_revocation_until', mysqlName: 'k_until', columns: ['until'] }],
  withoutRowid: true,
});

/** Settings, API clients, keys, and what the OAuth grants issue and keep. Times are UNIX seconds. */
export const ACCESS_ENTITIES = [
  ...[SITE_SETTINGS, CLIENT, SIGNING_KEY],
  ...[AUTHORIZATION_CODE, REFRESH_FAMILY, REFRESH_TOKEN, CONSENT, PENDING_AUTHORIZATION, REVOCATION],
];

/** The steps that made these tables, each as it was when it was added. */
export const ACCESS_MIGRATIONS: readonly CreateMigration[] = [createAccessBaseline];
