import { type AuditEvent, AuditLog } from '@content-service/audit';
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

// The stores of this library in their plainest form. Everything happens between two awaits, so every act is atomic.

const never = (): Promise<never> => Promise.reject(new Error('Not expected here.'));

export class ClientShelf extends ClientStore {
  readonly shelf = new Map<string, ApiClient>();

  override find = async (id: string): Promise<ApiClient | undefined> => this.shelf.get(id);
  override list = never;
  override insert = async (client: ApiClient): Promise<void> => void this.shelf.set(client.id, client);
  override update = async (client: ApiClient): Promise<boolean> => {
    this.shelf.set(client.id, client);
    return true;
  };
  override delete = async (id: string): Promise<boolean> => this.shelf.delete(id);
  override touch = async (): Promise<void> => undefined;
}

export class CodeShelf extends AuthorizationCodeStore {
  readonly shelf = new Map<string, AuthorizationCode>();
  private readonly used = new Set<string>();

  override save = async (code: AuthorizationCode): Promise<void> => void this.shelf.set(code.codeHash, code);
  override find = async (hash: string): Promise<AuthorizationCode | undefined> => this.shelf.get(hash);
  override consume = async (hash: string): Promise<CodeConsumption> => {
    const code = this.shelf.get(hash);
    if (code === undefined) return { outcome: 'unknown' };
    const outcome = this.used.has(hash) ? 'replayed' : 'consumed';
    this.used.add(hash);
    return { outcome, code };
  };
  override prune = never;
}

export class RefreshTokenShelf extends RefreshTokenStore {
  readonly shelf = new Map<string, RefreshToken>();
  private readonly uses = new Map<string, { readonly at: number; readonly successor: string }>();
  private readonly revoked = new Set<string>();

  override insert = async (token: RefreshToken): Promise<void> => void this.shelf.set(token.tokenHash, token);
  override find = async (hash: string): Promise<RefreshToken | undefined> => this.shelf.get(hash);
  override rotate = async (hash: string, successor: RefreshToken, now: number): Promise<Rotation> => {
    const token = this.shelf.get(hash);
    if (token === undefined) return { outcome: 'unknown' };
    if (this.revoked.has(token.familyId)) return { outcome: 'revoked' };
    const use = this.uses.get(hash);
    if (use !== undefined)
      return { outcome: 'reused', usedAt: use.at, directPredecessor: !this.uses.has(use.successor) };
    this.uses.set(hash, { at: now, successor: successor.tokenHash });
    this.shelf.set(successor.tokenHash, successor);
    return { outcome: 'rotated' };
  };
  override revokeFamily = async (familyId: string): Promise<void> => void this.revoked.add(familyId);
  override revokeBy = async (owner: { userId?: string; clientId?: string }): Promise<string[]> => {
    const owned = [...this.shelf.values()].filter(
      ({ userId, clientId }) =>
        (owner.userId ?? userId) === userId && (owner.clientId ?? clientId) === clientId,
    );
    const families = [...new Set(owned.map(({ familyId }) => familyId))];
    for (const family of families) this.revoked.add(family);
    return families;
  };
  override isRevoked = async (familyId: string): Promise<boolean> => this.revoked.has(familyId);
  override prune = never;
}

export class ConsentShelf extends ConsentStore {
  readonly shelf = new Map<string, Consent>();

  override find = async (userId: string, clientId: string): Promise<Consent | undefined> =>
    this.shelf.get(`${userId} ${clientId}`);
  override save = async (consent: Consent): Promise<void> =>
    void this.shelf.set(`${consent.userId} ${consent.clientId}`, consent);
  override deleteAllTo = async (clientId: string): Promise<number> => {
    const theirs = [...this.shelf.keys()].filter((key) => key.endsWith(` ${clientId}`));
    for (const key of theirs) this.shelf.delete(key);
    return theirs.length;
  };
}

export class PendingShelf extends PendingAuthorizationStore {
  readonly shelf = new Map<string, PendingAuthorization>();

  override save = async (pending: PendingAuthorization): Promise<void> =>
    void this.shelf.set(pending.id, pending);
  override take = async (id: string, sessionHash: string): Promise<PendingAuthorization | undefined> => {
    const pending = this.shelf.get(id);
    if (pending?.sessionHash !== sessionHash) return undefined;
    this.shelf.delete(id);
    return pending;
  };
  override prune = never;
}

export class KeyShelf extends SigningKeyStore {
  keys: readonly SigningKey[] = [];

  override list = async (): Promise<SigningKey[]> => [...this.keys];
  override replace = async (
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
  ): Promise<boolean> => {
    const present = this.keys.map(({ kid }) => kid).toSorted();
    if (present.join() !== expectedKids.toSorted().join()) return false;
    this.keys = keys;
    return true;
  };
}

export class RevocationShelf extends RevocationLog {
  revocations: readonly Revocation[] = [];

  override append = async (revocations: readonly Revocation[]): Promise<void> => {
    this.revocations = [...this.revocations, ...revocations];
  };
  override inForce = async (now: number): Promise<Revocation[]> =>
    this.revocations.filter(({ until }) => until > now);
  override prune = never;
}

export class AuditShelf extends AuditLog {
  readonly events: AuditEvent[] = [];

  override append = async (events: readonly AuditEvent[]): Promise<void> => void this.events.push(...events);
  override page = never;
  override prune = never;

  /** What happened, without when and under which id. */
  get acts(): readonly Pick<AuditEvent, 'action' | 'who' | 'from' | 'subject' | 'details'>[] {
    return this.events.map(({ action, who, from, subject, details }) => ({
      action,
      who,
      from,
      subject,
      details,
    }));
  }
}
