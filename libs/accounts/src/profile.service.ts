import {
  type MonotonicPositionGenerator,
  Entry,
  type EntryChange,
  type EntryStore,
  VersionConflict,
} from '@content-service/entries';
import {
  type Clock,
  ResourceWriteContended,
  formatDateTime,
  type IdGenerator,
  type Uuid,
} from '@content-service/kernel';
import type { AccountStore } from './account.store.js';
import type { Account } from './user.js';

/** A change of a profile; absent members stay as they are. */
export interface ProfileChange {
  /** The login name, a hidden field. */
  readonly name?: string;
  readonly displayName?: string;
  readonly published?: boolean;
}

const ATTEMPTS = 5;

/** The public profiles of users: entries of the type `user--user`, which nothing but accounts and imports writes. */
export class ProfileService {
  constructor(
    private readonly entries: EntryStore,
    private readonly accounts: AccountStore,
    private readonly ids: IdGenerator,
    private readonly positions: MonotonicPositionGenerator,
    private readonly clock: Clock,
  ) {}

  async findDisplayNames(ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
    const names = new Map<Uuid, string>();
    if (ids.length === 0) return names;
    for (const [id, { attributes }] of await this.entries.getMany(ids)) {
      const name = attributes['display_name'];
      if (typeof name === 'string') names.set(id, name);
    }
    return names;
  }

  /**
   * @param displayName what others see; without it `User` and the end of the id, since a login name is not published
   * @returns the published profile; its id is the account's
   */
  async create(name: string, displayName?: string): Promise<Entry> {
    const now = this.clock.now();
    const id = this.ids.next();
    const head = {
      id,
      type: 'user--user',
      published: true,
      created: now,
      changed: now,
      version: 1,
      position: this.positions.next(),
      // The bundle is part of the service: no version of the content model changes it.
      modelVersion: 0,
    };
    const [created, changed] = [formatDateTime(now), formatDateTime(now)];
    const display_name = displayName ?? createNeutralName(id);
    const attributes = { display_name, name, status: true, created, changed };
    const entry = Entry.of(head, attributes, {});
    await this.entries.apply([{ kind: 'insert', entry }]);
    return entry;
  }

  /** Changes the profile; does nothing for an account without one. */
  async change(id: Uuid, changes: ProfileChange): Promise<void> {
    await this.commit(id, (profile) => {
      const { id, type, created, position, modelVersion, attributes, relationships } = profile;
      const now = this.clock.now();
      const published = changes.published ?? profile.published;
      const version = profile.version + 1;
      const head = { id, type, published, created, changed: now, version, position, modelVersion };
      const fields = {
        ...attributes,
        name: changes.name ?? attributes['name'] ?? null,
        display_name: changes.displayName ?? attributes['display_name'] ?? null,
        status: published,
        changed: formatDateTime(now),
      };
      const entry = Entry.of(head, fields, relationships);
      return { kind: 'update', entry, expectedVersion: profile.version };
    });
  }

  /** Writes the name of the account to its profile, and repeats that while a concurrent rename changes the account. */
  async synchronize({ id, name }: Pick<Account, 'id' | 'name'>, displayName?: string): Promise<void> {
    await this.change(id, { name, displayName });
    const present = await this.accounts.find(id);
    if (present !== undefined && present.name !== name) await this.synchronize(present);
  }

  /** Deletes a profile without an account. */
  async delete(id: Uuid): Promise<void> {
    await this.commit(id, ({ version }) => ({ kind: 'delete', id, expectedVersion: version }));
  }

  private async commit(id: Uuid, change: (profile: Entry) => EntryChange): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const profile = (await this.entries.getMany([id])).get(id);
      if (profile === undefined) return;
      try {
        await this.entries.apply([change(profile)]);
        return;
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
      }
    }
    throw new ResourceWriteContended(`The profile ${id}`);
  }
}

/** A name that tells nothing about a person: `User 1f0c2a`. */
export function createNeutralName(id: Uuid): string {
  return `User ${id.slice(-6)}`;
}
