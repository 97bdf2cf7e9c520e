import type { AccountStore, RoleStore, SessionStore, ThrottleStore } from '@content-service/accounts';
import type { AuditLog } from '@content-service/audit';
import type { BundleStore } from '@content-service/bundles';
import type { EntryStore } from '@content-service/entries';
import type { ClientStore } from '@content-service/oauth-clients';
import type {
  AuthorizationCodeStore,
  ConsentStore,
  PendingAuthorizationStore,
  RefreshTokenStore,
  RevocationLog,
  SigningKeyStore,
} from '@content-service/oauth-grants';
import type { SiteSettingsStore } from '@content-service/site-settings';

/** What can change under a running process. */
export type Area = 'model' | 'settings' | 'clients' | 'revocations' | 'keys';

/** A number per area that rises with every change of it, whoever makes it. */
export type Generations = Readonly<Record<Area, number>>;

/** A difference between a document and what was derived from it. */
export interface Drift {
  readonly table: string;
  /** The entry it is about. */
  readonly id: string;
  readonly problem: 'missing' | 'superfluous' | 'different';
}

/**
 * Everything the service keeps, and the one port a new storage adapter implements: see the README of this library, and
 * `describeStorage` in `@content-service/storage/conformance`, which every adapter must pass.
 */
export abstract class Storage {
  abstract readonly entries: EntryStore;
  abstract readonly bundles: BundleStore;
  abstract readonly clients: ClientStore;
  abstract readonly siteSettings: SiteSettingsStore;
  abstract readonly authorizationCodes: AuthorizationCodeStore;
  abstract readonly refreshTokens: RefreshTokenStore;
  abstract readonly consents: ConsentStore;
  abstract readonly pendingAuthorizations: PendingAuthorizationStore;
  abstract readonly signingKeys: SigningKeyStore;
  abstract readonly revocations: RevocationLog;
  abstract readonly accounts: AccountStore;
  abstract readonly roles: RoleStore;
  abstract readonly sessions: SessionStore;
  abstract readonly throttle: ThrottleStore;
  abstract readonly audit: AuditLog;

  /** Connects. Nothing else may be called before, except `migrate`, which comes right after on an empty database. */
  abstract open(): Promise<void>;

  /** Brings the schema up to date; does nothing when it is. Safe when several processes do it at once. */
  abstract migrate(): Promise<void>;

  /** Whether the schema is the one this version needs. */
  abstract isMigrated(): Promise<boolean>;

  /** Resolves when the store answers, rejects with the reason when it does not. */
  abstract ping(): Promise<void>;

  /** Polled once a second by every process, so that changes of others are noticed. */
  abstract generations(): Promise<Generations>;

  /** Makes everything that is derived from documents anew. @returns how many entries were read */
  abstract rebuildIndex(): Promise<number>;

  /** Compares everything derived with the documents; an empty list is the good answer. */
  abstract verifyIndex(): Promise<Drift[]>;

  abstract close(): Promise<void>;
}
