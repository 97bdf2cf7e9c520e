import type { Logger } from 'typeorm';
import { type Drift, type Generations, Storage } from '@content-service/storage';
import { Database } from './database/database.js';
import { sql } from './database/sql.js';
import { finishUnlinking } from './entries/unlinking.js';
import { Layouts } from './index-tables/layouts.js';
import { rebuild } from './index-tables/repair.js';
import { IndexUpkeep } from './index-tables/upkeep.js';
import { verify } from './index-tables/verify.js';
import { withLease } from './migrations/lease.js';
import { Schema } from './migrations/schema.js';
import { readGenerations } from './stores/generation.js';
import { TypeOrmAccountStore } from './stores/typeorm-account.store.js';
import { TypeOrmAuditLog } from './stores/typeorm-audit-log.js';
import { TypeOrmAuthorizationCodeStore } from './stores/typeorm-authorization-code.store.js';
import { TypeOrmBundleStore } from './stores/typeorm-bundle.store.js';
import { TypeOrmClientStore } from './stores/typeorm-client.store.js';
import { TypeOrmConsentStore } from './stores/typeorm-consent.store.js';
import { TypeOrmEntryStore } from './stores/typeorm-entry.store.js';
import { TypeOrmPendingAuthorizationStore } from './stores/typeorm-pending-authorization.store.js';
import { TypeOrmRefreshTokenStore } from './stores/typeorm-refresh-token.store.js';
import { TypeOrmRevocationLog } from './stores/typeorm-revocation-log.js';
import { TypeOrmRoleStore } from './stores/typeorm-role.store.js';
import { TypeOrmSessionStore } from './stores/typeorm-session.store.js';
import { TypeOrmSigningKeyStore } from './stores/typeorm-signing-key.store.js';
import { TypeOrmSiteSettingsStore } from './stores/typeorm-site-settings.store.js';
import { TypeOrmThrottleStore } from './stores/typeorm-throttle.store.js';

/** Keeps everything in a SQL database: SQLite, MySQL or MariaDB. */
export class TypeOrmStorage extends Storage {
  private readonly database: Database;
  private readonly layouts: Layouts;
  private readonly schema: Schema;
  override readonly entries: TypeOrmEntryStore;
  override readonly bundles: TypeOrmBundleStore;
  override readonly clients: TypeOrmClientStore;
  override readonly siteSettings: TypeOrmSiteSettingsStore;
  override readonly authorizationCodes: TypeOrmAuthorizationCodeStore;
  override readonly refreshTokens: TypeOrmRefreshTokenStore;
  override readonly consents: TypeOrmConsentStore;
  override readonly pendingAuthorizations: TypeOrmPendingAuthorizationStore;
  override readonly signingKeys: TypeOrmSigningKeyStore;
  override readonly revocations: TypeOrmRevocationLog;
  override readonly accounts: TypeOrmAccountStore;
  override readonly roles: TypeOrmRoleStore;
  override readonly sessions: TypeOrmSessionStore;
  override readonly throttle: TypeOrmThrottleStore;
  override readonly audit: TypeOrmAuditLog;

  /**
   * @param url `sqlite:PATH`, `mysql://USER:PASSWORD@HOST:PORT/DATABASE` or `mariadb://…`
   * @param logger sees every statement before it is sent
   * @throws Error with a sentence that names DATABASE_URL
   */
  constructor(url: string, logger?: Logger) {
    super();
    const database = new Database(url, logger);
    this.database = database;
    this.layouts = new Layouts(database);
    const upkeep = new IndexUpkeep(database, this.layouts);
    this.schema = new Schema(database, upkeep);
    this.entries = new TypeOrmEntryStore(database, this.layouts);
    this.bundles = new TypeOrmBundleStore(database, this.layouts, upkeep);
    this.clients = new TypeOrmClientStore(database);
    this.siteSettings = new TypeOrmSiteSettingsStore(database);
    this.authorizationCodes = new TypeOrmAuthorizationCodeStore(database);
    this.refreshTokens = new TypeOrmRefreshTokenStore(database);
    this.consents = new TypeOrmConsentStore(database);
    this.pendingAuthorizations = new TypeOrmPendingAuthorizationStore(database);
    this.signingKeys = new TypeOrmSigningKeyStore(database);
    this.revocations = new TypeOrmRevocationLog(database);
    this.accounts = new TypeOrmAccountStore(database);
    this.roles = new TypeOrmRoleStore(database);
    this.sessions = new TypeOrmSessionStore(database);
    this.throttle = new TypeOrmThrottleStore(database);
    this.audit = new TypeOrmAuditLog(database);
  }

  override async open(): Promise<void> {
    await this.database.open();
    if (!(await this.schema.isMigrated())) return;
    await finishUnlinking(this.database, this.layouts);
    await this.database.lookAtStatistics();
  }

  override async migrate(): Promise<void> {
    await this.schema.migrate();
    this.layouts.forget();
  }

  override isMigrated(): Promise<boolean> {
    return this.schema.isMigrated();
  }

  override async ping(): Promise<void> {
    await this.database.rows(sql`SELECT 1`);
  }

  override async generations(): Promise<Generations> {
    const generations = await readGenerations(this.database);
    this.layouts.noticeModelVersion(generations.model);
    return generations;
  }

  override rebuildIndex(): Promise<number> {
    return withLease(this.database, (prolong) => rebuild(this.database, this.layouts, prolong));
  }

  override verifyIndex(): Promise<Drift[]> {
    return verify(this.database, this.layouts);
  }

  override close(): Promise<void> {
    return this.database.close();
  }
}
