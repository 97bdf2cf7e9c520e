import { randomUUID } from 'node:crypto';
import type { AuditTrail } from '@content-service/audit';
import {
  type Changed,
  changeVersioned,
  type Clock,
  Problems,
  requireVersion,
  type Versioned,
} from '@content-service/kernel';
import { type Initiator, requireHeld, ScopeSet } from '@content-service/scopes';
import { ClientCache } from './client-cache.js';
import {
  type ClientChange,
  changedDraft,
  type ClientDraft,
  draftProblems,
  newDraft,
  type NewClient,
  type Preset,
  presetProblems,
} from './client-draft.js';
import { requireMayChange } from './client-escalation.js';
import { issueSecret, isSecretOf, succeed } from './client-secret.js';
import {
  ClientAuthenticationFailed,
  ClientFieldInvalid,
  ClientIdTaken,
  ClientIsPublic,
  ClientUnknown,
} from './client.errors.js';
import { type ApiClient, FIRST_PARTY_CLIENT_ID } from './client.js';
import type { ClientStore } from './client.store.js';

/** A client and the secret that is shown this once; public clients have none. */
export interface Registration {
  readonly client: ApiClient;
  readonly secret?: string;
}

/** How long a secret can stay valid beside its successor. Not stated by the specification; a week is long enough to change over. */
const GRACE_MAXIMUM_SECONDS = 604_800;

const NOTE_USE_EVERY_SECONDS = 60;

/** The API clients: who may ask for tokens, and for which. */
export class ClientRegistry {
  private readonly cache = new ClientCache((id) => this.store.find(id));
  private readonly useNotedAt = new Map<string, number>();

  constructor(
    private readonly store: ClientStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws ClientFieldInvalid (as `Problems` when there are several), ScopeNotHeld, ClientIdTaken */
  async register(said: NewClient, by: Initiator, preset: Preset = {}): Promise<Registration> {
    const draft = newDraft(said);
    Problems.throwAny([...draftProblems(draft), ...presetProblems(preset)]);
    requireHeld(by.who, ScopeSet.of(...draft.allowedScopes));
    const id = preset.id ?? randomUUID();
    if (id === FIRST_PARTY_CLIENT_ID || (await this.store.find(id)) !== undefined)
      throw new ClientIdTaken(id);

    const now = this.clock.now();
    const issued = draft.confidential ? [issueSecret(now, preset.secret)] : [];
    const secrets = issued.map(({ record }) => record);
    const client = { ...toClient(draft), id, secrets, createdAt: now, version: 1 };
    await this.store.insert(client);
    const details = { label: client.label, scopes: client.allowedScopes.toArray() };
    await this.trail.record('client.created', by, id, details);
    return { client, secret: issued[0]?.secret };
  }

  /**
   * Changes what is said. Tokens that a client has already do not change with it (specification, «Scope rules» 7); those
   * of one that is disabled are refused, and come to life again with it unless they are revoked.
   *
   * @param expectedVersion the version the change is meant for; without it the present one
   * @throws ClientUnknown, ClientFieldInvalid (as `Problems` when there are several), ScopeNotHeld, Outdated, Contended
   */
  async update(
    id: string,
    said: ClientChange,
    by: Initiator,
    expectedVersion?: number,
  ): Promise<Changed<ApiClient>> {
    const changed = await this.change(id, expectedVersion, (present) => {
      const draft = changedDraft(present, said);
      Problems.throwAny(draftProblems(draft));
      const client = { ...present, ...toClient(draft) };
      requireMayChange(by.who, present, client);
      return client;
    });
    const { label, allowedScopes } = changed.after;
    const members = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    await this.trail.record('client.changed', by, id, { label, scopes: allowedScopes.toArray(), members });
    return changed;
  }

  /**
   * Makes a new secret, for which one must hold every scope of the client. The present secret stays valid for
   * `graceSeconds`, so that a running client can be changed over.
   *
   * @throws ClientUnknown, ClientIsPublic, ClientFieldInvalid, ScopeNotHeld, Outdated, Contended
   */
  async rotateSecret(
    id: string,
    graceSeconds: number,
    by: Initiator,
    expectedVersion?: number,
  ): Promise<Registration & { readonly secret: string }> {
    if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > GRACE_MAXIMUM_SECONDS) {
      const range = `a whole number from 0 to ${GRACE_MAXIMUM_SECONDS}`;
      throw new ClientFieldInvalid('/graceSeconds', `graceSeconds must be ${range}, got ${graceSeconds}.`);
    }
    const { secret, record } = issueSecret(this.clock.now());
    const { after } = await this.change(id, expectedVersion, (present) => {
      if (!present.confidential) throw new ClientIsPublic(id);
      requireHeld(by.who, present.allowedScopes);
      return { ...present, secrets: succeed(present.secrets, record, graceSeconds) };
    });
    await this.trail.record('client.secret_rotated', by, id, { graceSeconds });
    return { client: after, secret };
  }

  /**
   * @param expectedVersion as with `update`; a change that others make at the very same moment goes with the client
   * @throws ClientUnknown, Outdated
   */
  async delete(id: string, by: Initiator, expectedVersion?: number): Promise<void> {
    const { what, read } = this.versioned(id);
    const client = await read();
    requireVersion(what, client, expectedVersion);
    const existed = await this.store.delete(id);
    this.cache.forget();
    if (!existed) throw new ClientUnknown(id);
    await this.trail.record('client.deleted', by, id, { label: client.label });
  }

  /** All clients, the oldest first. */
  async list(): Promise<ApiClient[]> {
    return this.store.list();
  }

  async find(id: string): Promise<ApiClient | undefined> {
    return this.cache.find(id);
  }

  /** The client as it is stored now, its last use too. @throws ClientUnknown */
  async get(id: string): Promise<ApiClient> {
    return this.versioned(id).read();
  }

  /** Whether the client, as it is stored now, is there and enabled. */
  async isEnabled(id: string): Promise<boolean> {
    return (await this.store.find(id))?.enabled === true;
  }

  /** The client if it is at hand, without asking the store: for what happens with every request. */
  atHand(id: string): ApiClient | undefined {
    return this.cache.atHand(id);
  }

  /**
   * The client that proves by its secret to be the one it says.
   *
   * A secret that fits no record at hand may have been made by another process a moment ago, so the store has the last
   * word.
   *
   * @throws ClientAuthenticationFailed
   */
  async authenticate(id: string, secret: string): Promise<ApiClient> {
    const atHand = this.atHand(id);
    const client = this.proves(atHand, secret) ? atHand : await this.cache.reload(id);
    if (client === undefined || !this.proves(client, secret)) throw new ClientAuthenticationFailed();
    await this.noteUse(id);
    return client;
  }

  /** Call when another process may have changed clients. */
  forget(): void {
    this.cache.forget();
  }

  private proves(client: ApiClient | undefined, secret: string): boolean {
    return client?.enabled === true && isSecretOf(client.secrets, secret, this.clock.now());
  }

  /** A busy client asks for tokens many times a minute; when it was last used need not be known that exactly. */
  private async noteUse(id: string): Promise<void> {
    const now = this.clock.now();
    if (now - (this.useNotedAt.get(id) ?? 0) < NOTE_USE_EVERY_SECONDS) return;
    this.useNotedAt.set(id, now);
    await this.store.touch(id, now);
  }

  private async change(
    id: string,
    expectedVersion: number | undefined,
    to: (client: ApiClient) => ApiClient,
  ): Promise<Changed<ApiClient>> {
    const changed = await changeVersioned(this.versioned(id), expectedVersion, to);
    this.cache.forget();
    return changed;
  }

  private versioned(id: string): Versioned<ApiClient> {
    return {
      what: `The API client '${id}'`,
      read: async () => {
        const client = await this.store.find(id);
        if (client === undefined) throw new ClientUnknown(id);
        return client;
      },
      replace: (client, expectedVersion) => this.store.update(client, expectedVersion),
    };
  }
}

function toClient(draft: ClientDraft): Omit<ApiClient, 'id' | 'secrets' | 'createdAt' | 'version'> {
  return { ...draft, allowedScopes: ScopeSet.of(...draft.allowedScopes) };
}
