import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AuditEvent, AuditTrail } from '@content-service/audit';
import {
  type UpdateResult,
  updateWithOptimisticLock,
  type Clock,
  isStorageFull,
  isUuid,
  AggregateDomainError,
  assertVersion,
  type VersionedResource,
  type VersionCondition,
} from '@content-service/kernel';
import { type ActorContext, assertMayGrant, ScopeSet } from '@content-service/scopes';
import {
  type ClientChange,
  applyClientChange,
  assertGraceSeconds,
  type ClientDraft,
  validateDraft,
  createDraft,
  type NewClient,
  type PresetCredentials,
  validatePreset,
} from './client-draft.js';
import { assertMayChangeClient } from './client-authority.js';
import { issueSecret, matchesSecret, rotateSecrets } from './client-secret.js';
import {
  ClientAuthenticationFailed,
  ClientFieldInvalid,
  ClientIdTaken,
  ClientIsPublic,
  ClientNotFound,
} from './client.errors.js';
import { type ApiClient, FIRST_PARTY_CLIENT_ID } from './client.js';
import type { ClientStore, ClientUsers } from './client.store.js';

/** A client and its secret, which is shown once; public clients have none. */
export interface Registration {
  readonly client: ApiClient;
  readonly secret?: string;
}

/** The least time between two recorded uses of a client. */
const USE_INTERVAL_SECONDS = 60;

const CACHE_SIZE = 1000;

/** The API clients, with the grants and scopes that they may use. */
export class ClientRegistry {
  /** Called for each lookup in the cache, for metrics. */
  onLookup: (isHit: boolean) => void = () => undefined;
  /** Holds existing clients only: requests can contain any number of unknown ids. */
  private readonly cache = new LRUCache<string, ApiClient>({ max: CACHE_SIZE });
  /** Increases when the cache is cleared: a client that was read before is not cached after. */
  private cacheGeneration = 0;
  private readonly useRecordedAt = new LRUCache<string, number>({ max: CACHE_SIZE });

  constructor(
    private readonly store: ClientStore,
    private readonly users: ClientUsers,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** The problems that the given members of a new or changed client have whatever the others are. */
  async findProblems(given: Partial<NewClient>): Promise<readonly ClientFieldInvalid[]> {
    const draft = createDraft({ label: '', allowedScopes: [], ...given });
    return [...validateDraft(draft), ...(await this.findUserScopes(draft)).problems];
  }

  /** @throws ClientFieldInvalid (as `AggregateDomainError` when there are several), ScopeNotHeld, ClientIdTaken */
  async register(
    fields: NewClient,
    actorContext: ActorContext,
    preset: PresetCredentials = {},
  ): Promise<Registration> {
    const draft = createDraft(fields);
    const user = await this.findUserScopes(draft);
    AggregateDomainError.throwIfAny([...validateDraft(draft), ...user.problems, ...validatePreset(preset)]);
    assertMayGrant(actorContext.actor, ScopeSet.of(...draft.allowedScopes));
    assertMayGrant(actorContext.actor, user.scopes);
    const id = preset.id ?? randomUUID();
    if (id === FIRST_PARTY_CLIENT_ID || (await this.store.find(id)) !== undefined)
      throw new ClientIdTaken(id);

    const now = this.clock.now();
    const issued = draft.confidential ? [issueSecret(now, preset.secret)] : [];
    const secrets = issued.map(({ stored }) => stored);
    const client = { ...toClient(draft), id, secrets, createdAt: now, version: 1 };
    const details = { label: client.label, scopes: client.allowedScopes.toArray() };
    const event = this.trail.createEvent('client.created', actorContext, id, details);
    await this.trail.commit([event], (auditLines) => this.store.insert(client, auditLines));
    return { client, secret: issued[0]?.secret };
  }

  /**
   * Changes the given members. The actor must hold every scope of the client, and of the role of a given user. Existing
   * tokens gain no scope (specification, «Scope rules» 7); tokens with a removed scope, and those of a disabled client, are
   * refused, and valid again after a change back unless they are revoked.
   *
   * @param expectedVersion the version the change is meant for; without it the current one
   * @param beforeChange called with the authorized and valid change right before it is stored, once for each attempt
   * @throws ClientNotFound, ClientFieldInvalid (as `AggregateDomainError` when there are several), ScopeNotHeld, ResourcePreconditionFailed, ResourceWriteContended
   */
  async update(
    id: string,
    changes: ClientChange,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
    beforeChange?: (change: UpdateResult<ApiClient>) => Promise<void>,
  ): Promise<UpdateResult<ApiClient>> {
    const members = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const update = async (present: ApiClient): Promise<ApiClient> => {
      const draft = applyClientChange(present, changes);
      // A user who was deleted since stays until another one is named.
      const user = await this.findUserScopes(draft.user === present.user ? {} : draft);
      AggregateDomainError.throwIfAny([...validateDraft(draft), ...user.problems]);
      const client = { ...present, ...toClient(draft) };
      assertMayChangeClient(actorContext.actor, present, client);
      assertMayGrant(actorContext.actor, user.scopes);
      await beforeChange?.({ before: present, after: client });
      return client;
    };
    return this.change(id, expectedVersion, update, ({ label, allowedScopes }) =>
      this.trail.createEvent('client.changed', actorContext, id, {
        label,
        scopes: allowedScopes.toArray(),
        members,
      }),
    );
  }

  /**
   * Creates a new secret. The actor must hold every scope of the client. The current secret stays valid for `graceSeconds`,
   * so that a running client can be reconfigured.
   *
   * @throws ClientNotFound, ClientIsPublic, ClientFieldInvalid, ScopeNotHeld, ResourcePreconditionFailed, ResourceWriteContended
   */
  async rotateSecret(
    id: string,
    graceSeconds: number,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
  ): Promise<Registration & { readonly secret: string }> {
    assertGraceSeconds(graceSeconds);
    const { secret, stored } = issueSecret(this.clock.now());
    const rotate = (present: ApiClient): ApiClient => {
      if (!present.confidential) throw new ClientIsPublic(id);
      assertMayGrant(actorContext.actor, present.allowedScopes);
      return { ...present, secrets: rotateSecrets(present.secrets, stored, graceSeconds) };
    };
    const { after } = await this.change(id, expectedVersion, rotate, () =>
      this.trail.createEvent('client.secret_rotated', actorContext, id, { graceSeconds }),
    );
    return { client: after, secret };
  }

  /**
   * Deletes the client. The actor must hold every scope of it.
   *
   * @param expectedVersion as with `update`; a concurrent change is deleted with the client
   * @param beforeDelete called right before an authorized deletion
   * @throws ClientNotFound, ScopeNotHeld, ResourcePreconditionFailed
   */
  async delete(
    id: string,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
    beforeDelete?: () => Promise<void>,
  ): Promise<void> {
    const client = await this.get(id);
    assertVersion(formatClientLabel(id), client, expectedVersion);
    assertMayChangeClient(actorContext.actor, client);
    await beforeDelete?.();
    const event = this.trail.createEvent('client.deleted', actorContext, id, { label: client.label });
    const existed = await this.trail.commit([event], (auditLines) => this.store.delete(id, auditLines));
    this.clearCache();
    if (!existed) throw new ClientNotFound(id);
  }

  /** All clients, the oldest first. */
  async list(): Promise<ApiClient[]> {
    return this.store.list();
  }

  async find(id: string): Promise<ApiClient | undefined> {
    return this.peek(id) ?? (await this.reload(id));
  }

  /** The client as it is stored now, its last use too. @throws ClientNotFound */
  async get(id: string): Promise<ApiClient> {
    const client = await this.store.find(id);
    if (client === undefined) throw new ClientNotFound(id);
    return client;
  }

  /** Whether the client, as it is stored now, is there and enabled. */
  async isEnabled(id: string): Promise<boolean> {
    return (await this.store.find(id))?.enabled === true;
  }

  /** The client if it is cached; does not read the store. For work of every request. */
  peek(id: string): ApiClient | undefined {
    const client = this.cache.get(id);
    this.onLookup(client !== undefined);
    return client;
  }

  /**
   * Authenticates a client by its secret.
   *
   * A secret that does not match the cached client may be new from another process, so the store is read again.
   *
   * @throws ClientAuthenticationFailed
   */
  async authenticate(id: string, secret: string): Promise<ApiClient> {
    const cached = this.peek(id);
    const client = this.verifySecret(cached, secret) ? cached : await this.reload(id);
    if (client === undefined || !this.verifySecret(client, secret)) throw new ClientAuthenticationFailed();
    await this.recordUse(id);
    return client;
  }

  /**
   * Records a use of an existing client: successful authentication, or a token for a public client. At most one a minute, since
   * busy clients request many tokens.
   */
  async recordUse(id: string): Promise<void> {
    const now = this.clock.now();
    if (now - (this.useRecordedAt.get(id) ?? 0) < USE_INTERVAL_SECONDS) return;
    this.useRecordedAt.set(id, now);
    await this.store.touch(id, now).catch((error: unknown) => {
      // A client is served without the time of its use.
      if (!isStorageFull(error)) throw error;
    });
  }

  /** Clears the cache, after a change of clients by another process. */
  clearCache(): void {
    this.cacheGeneration += 1;
    this.cache.clear();
  }

  private async reload(id: string): Promise<ApiClient | undefined> {
    const generation = this.cacheGeneration;
    const client = await this.store.find(id);
    if (generation === this.cacheGeneration) this.cache.set(id, client);
    return client;
  }

  private verifySecret(client: ApiClient | undefined, secret: string): boolean {
    return client?.enabled === true && matchesSecret(client.secrets, secret, this.clock.now());
  }

  /** The scopes of the client's user, which the actor must hold. A value that is no UUID is a problem of the draft. */
  private async findUserScopes({ user }: Pick<ClientDraft, 'user'>): Promise<{
    readonly scopes: ScopeSet;
    readonly problems: readonly ClientFieldInvalid[];
  }> {
    if (user === undefined || !isUuid(user)) return { scopes: ScopeSet.none, problems: [] };
    const scopes = await this.users.findRoleScopes(user);
    if (scopes !== undefined) return { scopes, problems: [] };
    const problem = new ClientFieldInvalid('/user', `There is no user '${user}'.`, { format: 'user' });
    return { scopes: ScopeSet.none, problems: [problem] };
  }

  private async change(
    id: string,
    expectedVersion: VersionCondition | undefined,
    update: (client: ApiClient) => ApiClient | Promise<ApiClient>,
    createEvent: (after: ApiClient) => AuditEvent,
  ): Promise<UpdateResult<ApiClient>> {
    const resource: VersionedResource<ApiClient> = {
      label: formatClientLabel(id),
      read: () => this.get(id),
      store: (client, version) =>
        this.trail.commit([createEvent(client)], (lines) => this.store.update(client, version, lines)),
    };
    const changed = await updateWithOptimisticLock(resource, expectedVersion, update);
    this.clearCache();
    return changed;
  }
}

const formatClientLabel = (id: string): string => `The API client '${id}'`;

function toClient(draft: ClientDraft): Omit<ApiClient, 'id' | 'secrets' | 'createdAt' | 'version'> {
  return { ...draft, allowedScopes: ScopeSet.of(...draft.allowedScopes) };
}
