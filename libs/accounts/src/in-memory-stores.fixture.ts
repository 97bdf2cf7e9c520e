import { type AuditEvent, AuditLog, type AuditLines } from '@content-service/audit';
import {
  type AppliedChanges,
  type Entry,
  type EntryChange,
  EntryStore,
  getWrittenEntries,
} from '@content-service/entries';
import { NameTaken } from './account.errors.js';
import { AccountStore, type HitCounter, RoleStore, SessionStore, ThrottleStore } from './account.store.js';
import { PasswordHasher } from './password.js';
import type { Role } from './role.js';
import type { UserSession } from './session.js';
import type { Account } from './user.js';

// In-memory stores for the specs of this library. Nothing is awaited inside a method, so every method is atomic.

const notImplemented = (): Promise<never> => Promise.reject(new Error('Not implemented by this fixture.'));

export class InMemoryAccountStore extends AccountStore {
  readonly stored = new Map<string, Account>();

  constructor(private readonly audit = new InMemoryAuditLog()) {
    super();
  }

  override find = async (id: string): Promise<Account | undefined> => this.stored.get(id);
  override findByName = async (nameKey: string): Promise<Account | undefined> =>
    [...this.stored.values()].find((account) => account.nameKey === nameKey);
  override list = notImplemented;
  override listIdsByRole = notImplemented;
  override insert = async (account: Account, auditLines?: AuditLines): Promise<void> => {
    if ((await this.findByName(account.nameKey)) !== undefined) throw new NameTaken(account.name);
    this.stored.set(account.id, account);
    this.audit.store(auditLines);
  };
  override update = async (
    account: Account,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean> => {
    const holder = await this.findByName(account.nameKey);
    if (holder !== undefined && holder.id !== account.id) throw new NameTaken(account.name);
    if (this.stored.get(account.id)?.version !== expectedVersion) return false;
    this.stored.set(account.id, account);
    this.audit.store(auditLines);
    return true;
  };
  override delete = async (id: string, auditLines?: AuditLines): Promise<boolean> => {
    const existed = this.stored.delete(id);
    if (existed) this.audit.store(auditLines);
    return existed;
  };
  override touch = async (): Promise<void> => undefined;
}

export class InMemoryRoleStore extends RoleStore {
  readonly stored = new Map<string, Role>();
  /** Whether accounts have the roles. */
  inUse = false;

  override find = async (name: string): Promise<Role | undefined> => this.stored.get(name);
  override list = async (): Promise<Role[]> => [...this.stored.values()];
  override insert = async (role: Role): Promise<boolean> => {
    if (this.stored.has(role.name)) return false;
    this.stored.set(role.name, role);
    return true;
  };
  override update = async (role: Role, expectedVersion: number): Promise<boolean> => {
    if (this.stored.get(role.name)?.version !== expectedVersion) return false;
    this.stored.set(role.name, role);
    return true;
  };
  override delete = async (name: string): Promise<'deleted' | 'in use' | 'unknown'> =>
    this.inUse ? 'in use' : this.stored.delete(name) ? 'deleted' : 'unknown';
}

export class InMemorySessionStore extends SessionStore {
  readonly stored = new Map<string, UserSession>();

  constructor(private readonly audit = new InMemoryAuditLog()) {
    super();
  }

  override start = async (session: UserSession, replacedHash = ''): Promise<void> => {
    this.stored.delete(replacedHash);
    this.stored.set(session.idHash, session);
  };
  override find = async (idHash: string): Promise<UserSession | undefined> => this.stored.get(idHash);
  override touch = async (idHash: string, expiresAt: number): Promise<void> => {
    const session = this.stored.get(idHash);
    if (session !== undefined) this.stored.set(idHash, { ...session, expiresAt });
  };
  override delete = async (idHash: string, auditLines?: AuditLines): Promise<boolean> => {
    const existed = this.stored.delete(idHash);
    if (existed) this.audit.store(auditLines);
    return existed;
  };
  override deleteByUser = async (userId: string): Promise<void> => {
    for (const [key, session] of this.stored) if (session.userId === userId) this.stored.delete(key);
  };
  override listByUser = notImplemented;
  override markAuthenticated = notImplemented;
  override prune = notImplemented;
}

export class InMemoryThrottleStore extends ThrottleStore {
  readonly stored = new Map<string, HitCounter>();

  constructor(private readonly audit = new InMemoryAuditLog()) {
    super();
  }

  override increment = async (key: string, windowSeconds: number, now: number): Promise<HitCounter> => {
    const present = this.stored.get(key);
    const isRunning = present !== undefined && present.endsAt > now;
    const counter = isRunning
      ? { ...present, count: present.count + 1 }
      : { count: 1, endsAt: now + windowSeconds };
    this.stored.set(key, counter);
    return counter;
  };
  override find = async (key: string, now: number): Promise<HitCounter | undefined> => {
    const present = this.stored.get(key);
    return present !== undefined && present.count > 0 && present.endsAt > now ? present : undefined;
  };
  override decrement = async (key: string): Promise<void> => {
    const present = this.stored.get(key);
    if (present !== undefined) this.stored.set(key, { ...present, count: Math.max(0, present.count - 1) });
  };
  override restart = async (
    key: string,
    windowSeconds: number,
    now: number,
    auditLines?: AuditLines,
  ): Promise<void> => {
    this.stored.set(key, { count: 1, endsAt: now + windowSeconds });
    this.audit.store(auditLines);
  };
  override reset = async (key: string): Promise<void> => void this.stored.delete(key);
  override prune = notImplemented;
}

/** The entries of profiles. */
export class InMemoryEntryStore extends EntryStore {
  override readonly capabilities = { multiProcess: false, durable: false, snapshots: false };
  readonly stored = new Map<string, Entry>();

  override getMany = async (ids: readonly string[]): Promise<Map<string, Entry>> =>
    new Map([...this.stored].filter(([id]) => ids.includes(id)));
  override apply = async (changes: readonly EntryChange[]): Promise<AppliedChanges> => {
    for (const change of changes) if (change.kind === 'delete') this.stored.delete(change.id);
    for (const entry of getWrittenEntries(changes)) this.stored.set(entry.id, entry);
    return { pendingUnlinks: [] };
  };
  override findPendingUnlinks = notImplemented;
  override countPendingReferrers = notImplemented;
  override unlinkDeleted = notImplemented;
  override findIds = notImplemented;
  override findPositions = notImplemented;
  override count = notImplemented;
  override findStatuses = notImplemented;
  override findReferrers = notImplemented;
  override findByAliases = notImplemented;
  override findIdempotentRequest = notImplemented;
  override pruneIdempotentRequests = notImplemented;
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

  /** The events, one line each, such as `operator user.unlocked {}`. */
  get lines(): readonly string[] {
    return this.events.map(
      ({ actor, action, details }) => `${actor.kind} ${action} ${JSON.stringify(details)}`,
    );
  }
}

export class PlainTextHasher extends PasswordHasher {
  override hash = async (password: string): Promise<string> => `hash of ${password}`;
  override verify = async (hash: string, password: string): Promise<boolean> =>
    hash === `hash of ${password}`;
}
