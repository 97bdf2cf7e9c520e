import { type AuditEvent, AuditLog, type AuditLines } from '@content-service/audit';
import { type ApiClient, ClientStore } from '@content-service/oauth-clients';
import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type CodeConsumption,
  type Consent,
  ConsentStore,
  type PendingAuthorization,
  PendingAuthorizationStore,
  type RefreshToken,
  RefreshTokenStore,
  type Revocation,
  RevocationLog,
  type Rotation,
  type SigningKey,
  SigningKeyStore,
} from './grant.store.js';

// In-memory stores for the specs of this library. Nothing is awaited inside a method, so every method is atomic.

const notImplemented = (): Promise<never> => Promise.reject(new Error('Not expected here.'));

export class InMemoryClientStore extends ClientStore {
  readonly stored = new Map<string, ApiClient>();

  override find = async (id: string): Promise<ApiClient | undefined> => this.stored.get(id);
  override list = notImplemented;
  override insert = async (client: ApiClient): Promise<void> => void this.stored.set(client.id, client);
  override update = async (client: ApiClient): Promise<boolean> => {
    this.stored.set(client.id, client);
    return true;
  };
  override delete = async (id: string): Promise<boolean> => this.stored.delete(id);
  override touch = async (id: string, lastUsedAt: number): Promise<void> => {
    const client = this.stored.get(id);
    if (client !== undefined) this.stored.set(id, { ...client, lastUsedAt });
  };
}

export class InMemoryCodeStore extends AuthorizationCodeStore {
  readonly stored = new Map<string, AuthorizationCode>();
  private readonly used = new Set<string>();

  override save = async (code: AuthorizationCode): Promise<void> => void this.stored.set(code.codeHash, code);
  override find = async (hash: string): Promise<AuthorizationCode | undefined> => this.stored.get(hash);
  override consume = async (hash: string): Promise<CodeConsumption> => {
    const code = this.stored.get(hash);
    if (code === undefined) return { outcome: 'unknown' };
    const outcome = this.used.has(hash) ? 'replayed' : 'consumed';
    this.used.add(hash);
    return { outcome, code };
  };
  override findFamilies = async (owner: { userId: string; clientId: string }): Promise<string[]> =>
    [...this.stored.values()]
      .filter(({ userId, clientId }) => userId === owner.userId && clientId === owner.clientId)
      .map(({ familyId }) => familyId);
  override prune = notImplemented;
}

export class InMemoryRefreshTokenStore extends RefreshTokenStore {
  readonly stored = new Map<string, RefreshToken>();
  private readonly uses = new Map<string, { readonly at: number; readonly successor: string }>();
  private readonly revoked = new Set<string>();

  override insert = async (token: RefreshToken): Promise<void> =>
    void this.stored.set(token.tokenHash, token);
  override find = async (hash: string): Promise<RefreshToken | undefined> => this.stored.get(hash);
  override rotate = async (hash: string, successor: RefreshToken, now: number): Promise<Rotation> => {
    const token = this.stored.get(hash);
    if (token === undefined) return { outcome: 'unknown' };
    if (this.revoked.has(token.familyId)) return { outcome: 'revoked' };
    const use = this.uses.get(hash);
    if (use !== undefined)
      return { outcome: 'reused', usedAt: use.at, directPredecessor: !this.uses.has(use.successor) };
    this.uses.set(hash, { at: now, successor: successor.tokenHash });
    this.stored.set(successor.tokenHash, successor);
    return { outcome: 'rotated' };
  };
  override revokeFamily = async (familyId: string): Promise<void> => void this.revoked.add(familyId);
  override revokeByOwner = async (owner: { userId?: string; clientId?: string }): Promise<string[]> => {
    const owned = [...this.stored.values()].filter(
      ({ userId, clientId }) =>
        (owner.userId ?? userId) === userId && (owner.clientId ?? clientId) === clientId,
    );
    const families = [...new Set(owned.map(({ familyId }) => familyId))];
    for (const family of families) this.revoked.add(family);
    return families;
  };
  override isRevoked = async (familyId: string): Promise<boolean> => this.revoked.has(familyId);
  override findLive = async (userId: string, now: number): Promise<RefreshToken[]> =>
    [...this.stored.values()].filter(
      (token) =>
        token.userId === userId &&
        token.expiresAt >= now &&
        !this.uses.has(token.tokenHash) &&
        !this.revoked.has(token.familyId),
    );
  override prune = notImplemented;
}

export class InMemoryConsentStore extends ConsentStore {
  constructor(private readonly audit: InMemoryAuditLog) {
    super();
  }

  readonly stored = new Map<string, Consent>();

  override find = async (userId: string, clientId: string): Promise<Consent | undefined> =>
    this.stored.get(`${userId} ${clientId}`);
  override save = async (consent: Consent, auditLines?: AuditLines): Promise<void> => {
    this.stored.set(`${consent.userId} ${consent.clientId}`, consent);
    this.audit.store(auditLines);
  };
  override listByUser = async (userId: string): Promise<Consent[]> =>
    [...this.stored.values()].filter((consent) => consent.userId === userId);
  override delete = async (userId: string, clientId: string, auditLines?: AuditLines): Promise<boolean> => {
    const existed = this.stored.delete(`${userId} ${clientId}`);
    if (existed) this.audit.store(auditLines);
    return existed;
  };
  override deleteByClient = async (
    clientId: string,
    createAuditLines?: (consents: number) => AuditLines,
  ): Promise<number> => {
    const theirs = [...this.stored.keys()].filter((key) => key.endsWith(` ${clientId}`));
    for (const key of theirs) this.stored.delete(key);
    if (theirs.length > 0) this.audit.store(createAuditLines?.(theirs.length));
    return theirs.length;
  };
}

export class InMemoryPendingAuthorizationStore extends PendingAuthorizationStore {
  readonly stored = new Map<string, PendingAuthorization>();

  override save = async (pending: PendingAuthorization): Promise<void> =>
    void this.stored.set(pending.id, pending);
  override take = async (id: string, sessionHash: string): Promise<PendingAuthorization | undefined> => {
    const pending = this.stored.get(id);
    if (pending?.sessionHash !== sessionHash) return undefined;
    this.stored.delete(id);
    return pending;
  };
  override prune = notImplemented;
}

export class InMemoryKeyStore extends SigningKeyStore {
  keys: readonly SigningKey[] = [];

  constructor(private readonly audit: InMemoryAuditLog) {
    super();
  }

  override list = async (): Promise<SigningKey[]> => [...this.keys];
  override replace = async (
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
    auditLines?: AuditLines,
  ): Promise<boolean> => {
    const present = this.keys.map(({ kid }) => kid).toSorted();
    if (present.join() !== expectedKids.toSorted().join()) return false;
    this.keys = keys;
    this.audit.store(auditLines);
    return true;
  };
}

export class InMemoryRevocationLog extends RevocationLog {
  revocations: readonly Revocation[] = [];

  constructor(private readonly audit = new InMemoryAuditLog()) {
    super();
  }

  override append = async (revocations: readonly Revocation[], auditLines?: AuditLines): Promise<void> => {
    this.revocations = [...this.revocations, ...revocations];
    this.audit.store(auditLines);
  };
  override findActive = async (now: number): Promise<Revocation[]> =>
    this.revocations.filter(({ until }) => until > now);
  override prune = notImplemented;
}

export class InMemoryAuditLog extends AuditLog {
  readonly events: AuditEvent[] = [];

  override append = async (events: readonly AuditEvent[]): Promise<void> => void this.events.push(...events);
  override page = notImplemented;
  override prune = notImplemented;

  /** Part of a change that is made. */
  store({ audit = [] }: AuditLines = {}): void {
    this.events.push(...audit);
  }

  /** What happened, without when and under which id. */
  get actions(): readonly Pick<AuditEvent, 'action' | 'actor' | 'ipAddress' | 'subject' | 'details'>[] {
    return this.events.map(({ action, actor, ipAddress, subject, details }) => ({
      action,
      actor,
      ipAddress,
      subject,
      details,
    }));
  }
}
