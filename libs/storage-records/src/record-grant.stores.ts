import type { RecordsOf, TransactionalRecords } from '@content-service/audit';
import type { Uuid } from '@content-service/kernel';
import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
  type Consent,
  ConsentStore,
  type PendingAuthorization,
  PendingAuthorizationStore,
  type Revocation,
  RevocationLog,
  type SigningKey,
  SigningKeyStore,
} from '@content-service/oauth-grants';
import {
  MemoryAuthorizationCodeStore,
  MemoryConsentStore,
  MemoryPendingAuthorizationStore,
  MemoryRevocationLog,
  MemorySigningKeyStore,
  type StoredCode,
  toConsentKey,
  toRevocationKey,
} from '@content-service/storage-memory';
import type { NeededIds } from './loaded-map.js';
import type { Records } from './records.js';

const CODES = 'authorization-code/';

export class RecordAuthorizationCodeStore extends AuthorizationCodeStore {
  constructor(private readonly records: Records) {
    super();
  }

  override save(code: AuthorizationCode): Promise<void> {
    return this.run([code.codeHash], (store) => store.save(code));
  }

  override find(codeHash: string): Promise<AuthorizationCode | undefined> {
    return this.run([codeHash], (store) => store.find(codeHash));
  }

  override consume(codeHash: string): Promise<CodeConsumption> {
    return this.run([codeHash], (store) => store.consume(codeHash));
  }

  override findFamilies(owner: { userId: Uuid; clientId: string }): Promise<Uuid[]> {
    return this.run('all', (store) => store.findFamilies(owner));
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.records.deleteSelected(CODES, ({ code }: StoredCode) => code.expiresAt < now, limit);
  }

  private run<T>(ids: NeededIds, operation: (store: MemoryAuthorizationCodeStore) => Promise<T>): Promise<T> {
    return this.records.transaction(async (transaction) =>
      operation(new MemoryAuthorizationCodeStore(await transaction.load<StoredCode>(CODES, ids))),
    );
  }
}

export class RecordConsentStore extends ConsentStore {
  constructor(private readonly records: Records) {
    super();
  }

  override find(userId: Uuid, clientId: string): Promise<Consent | undefined> {
    return this.run([toConsentKey(userId, clientId)], (store) => store.find(userId, clientId));
  }

  override save(consent: Consent, records?: TransactionalRecords): Promise<void> {
    const { userId, clientId } = consent;
    return this.run([toConsentKey(userId, clientId)], (store) => store.save(consent), records);
  }

  override listByUser(userId: Uuid): Promise<Consent[]> {
    return this.records.select(`consent/${toConsentKey(userId, '')}`);
  }

  override delete(userId: Uuid, clientId: string, records?: TransactionalRecords): Promise<boolean> {
    return this.run([toConsentKey(userId, clientId)], (store) => store.delete(userId, clientId), records);
  }

  override deleteByClient(
    clientId: string,
    createRecords?: (consents: number) => TransactionalRecords,
  ): Promise<number> {
    return this.run('all', (store) => store.deleteByClient(clientId), createRecords);
  }

  private run<T>(
    ids: NeededIds,
    operation: (store: MemoryConsentStore) => Promise<T>,
    records?: RecordsOf<T>,
  ): Promise<T> {
    return this.records.recordedTransaction(
      records,
      async (transaction) =>
        operation(new MemoryConsentStore(await transaction.load<Consent>('consent/', ids))),
      (result) => result !== false && result !== 0,
    );
  }
}

const PENDING = 'pending-authorization/';

export class RecordPendingAuthorizationStore extends PendingAuthorizationStore {
  constructor(private readonly records: Records) {
    super();
  }

  override save(pending: PendingAuthorization): Promise<void> {
    return this.run(pending.id, (store) => store.save(pending));
  }

  override take(id: string, sessionHash: string): Promise<PendingAuthorization | undefined> {
    return this.run(id, (store) => store.take(id, sessionHash));
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.records.deleteSelected(
      PENDING,
      ({ expiresAt }: PendingAuthorization) => expiresAt < now,
      limit,
    );
  }

  private run<T>(id: string, operation: (store: MemoryPendingAuthorizationStore) => Promise<T>): Promise<T> {
    return this.records.transaction(async (transaction) =>
      operation(
        new MemoryPendingAuthorizationStore(await transaction.load<PendingAuthorization>(PENDING, [id])),
      ),
    );
  }
}

export class RecordSigningKeyStore extends SigningKeyStore {
  constructor(private readonly records: Records) {
    super();
  }

  override list(): Promise<SigningKey[]> {
    return this.records.select('signing-key/');
  }

  override replace(
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.records.recordedTransaction(records, async (transaction) => {
      // Parallel replacements of an empty list have no record in common but this one.
      await transaction.lock('lock/signing-keys');
      const stored = await transaction.load<SigningKey>('signing-key/', 'all');
      return new MemorySigningKeyStore(transaction, stored).replace(keys, expectedKids);
    });
  }
}

export class RecordRevocationLog extends RevocationLog {
  constructor(private readonly records: Records) {
    super();
  }

  override append(revocations: readonly Revocation[], records?: TransactionalRecords): Promise<void> {
    return this.records.recordedTransaction(records, async (transaction) => {
      const stored = await transaction.load<Revocation>('revocation/', revocations.map(toRevocationKey));
      await new MemoryRevocationLog(transaction, stored).append(revocations);
    });
  }

  override findActive(now: number): Promise<Revocation[]> {
    return this.records.select<Revocation>('revocation/', ({ until }) => until > now);
  }

  override prune(now: number, limit: number): Promise<number> {
    return this.records.deleteSelected('revocation/', ({ until }: Revocation) => until <= now, limit);
  }
}
