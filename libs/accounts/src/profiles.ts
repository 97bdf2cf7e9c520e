import {
  type CreationStamp,
  Entry,
  type EntryChange,
  type EntryStore,
  VersionConflict,
} from '@content-service/entries';
import { type Clock, Contended, formatDateTime, type IdGenerator, type Uuid } from '@content-service/kernel';

/** What changes in a profile; what is not said stays. */
export interface ProfileChange {
  /** The login name, a hidden field. */
  readonly name?: string;
  readonly displayName?: string;
  readonly published?: boolean;
}

const ATTEMPTS = 5;

/** The public profiles of users: entries of the type `user--user`, which nothing but accounts and imports writes. */
export class Profiles {
  constructor(
    private readonly entries: EntryStore,
    private readonly ids: IdGenerator,
    private readonly stamp: CreationStamp,
    private readonly clock: Clock,
  ) {}

  async displayNames(ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
    const names = new Map<Uuid, string>();
    if (ids.length === 0) return names;
    for (const [id, { attributes }] of await this.entries.getMany(ids)) {
      const name = attributes['display_name'];
      if (typeof name === 'string') names.set(id, name);
    }
    return names;
  }

  /** @returns the published profile; its id is the account's */
  async create(name: string, displayName: string): Promise<Entry> {
    const now = this.clock.now();
    const head = {
      id: this.ids.next(),
      type: 'user--user',
      published: true,
      created: now,
      changed: now,
      version: 1,
      position: this.stamp.next(),
      // The bundle is part of the service: no version of the content model changes it.
      modelVersion: 0,
    };
    const [created, changed] = [formatDateTime(now), formatDateTime(now)];
    const attributes = { display_name: displayName, name, status: true, created, changed };
    const entry = Entry.of(head, attributes, {});
    await this.entries.apply([{ kind: 'insert', entry }]);
    return entry;
  }

  /** A profile that is not there is no fault: an account can do without. */
  async change(id: Uuid, said: ProfileChange): Promise<void> {
    await this.commit(id, (profile) => {
      const { id, type, created, position, modelVersion, attributes, relationships } = profile;
      const now = this.clock.now();
      const published = said.published ?? profile.published;
      const version = profile.version + 1;
      const head = { id, type, published, created, changed: now, version, position, modelVersion };
      const fields = {
        ...attributes,
        name: said.name ?? attributes['name'] ?? null,
        display_name: said.displayName ?? attributes['display_name'] ?? null,
        status: published,
        changed: formatDateTime(now),
      };
      const entry = Entry.of(head, fields, relationships);
      return { kind: 'update', entry, expectedVersion: profile.version };
    });
  }

  /** Takes back a profile that got no account. */
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
    throw new Contended(`The profile ${id}`);
  }
}
