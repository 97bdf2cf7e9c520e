import type { INestApplicationContext } from '@nestjs/common';
import { ContentModelService, formatResourceTypeName, MENU_LINK_TYPE } from '@content-service/bundles';
import {
  Entry,
  EntryEditor,
  type EntryOperation,
  EntryStore,
  MonotonicPositionGenerator,
  readAllEntries,
  type WriteContext,
} from '@content-service/entries';
import { Clock, formatDateTime, type Json, type JsonObject, UuidV7Generator } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import {
  DEFAULT_SITE_SETTINGS,
  type SiteSettings,
  SiteSettingsService,
} from '@content-service/site-settings';
import { TEST_MODEL } from './test-model.js';

/** The targets of a relationship. */
type Linked = Entry | readonly Entry[] | null;

interface Values {
  readonly published?: boolean;
  /** Attributes; `title` or `name` is generated when absent. */
  readonly [name: string]: Json | undefined;
}

const SETTINGS = { allowedOperations: 'read_write' } as const;

/** Creates content and settings of the application under test without requests. */
export class Site {
  private created = 0;

  constructor(private readonly app: INestApplicationContext) {}

  async prepare(): Promise<void> {
    for (const definition of TEST_MODEL) await this.app.get(ContentModelService).put(definition);
    await this.settings(SETTINGS);
  }

  async settings(changes: Partial<SiteSettings>): Promise<void> {
    await this.app.get(SiteSettingsService).change({ ...changes }, OPERATOR_CONTEXT);
  }

  article(values: Values = {}, links: Readonly<Record<string, Linked>> = {}): Promise<Entry> {
    return this.entry('node--article', { title: this.createName('Article'), ...values }, links);
  }

  /** Creates articles in a fixed order, the unpublished ones first. */
  async articles({ published = 0, unpublished = 0 }): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    for (let n = 0; n < unpublished + published; n++)
      entries.push(await this.article({ published: n >= unpublished }));
    return entries;
  }

  tag(values: Values = {}, links: Readonly<Record<string, Linked>> = {}): Promise<Entry> {
    return this.entry('taxonomy_term--tags', { name: this.createName('Tag'), ...values }, links);
  }

  category(values: Values = {}): Promise<Entry> {
    return this.entry('taxonomy_term--category', { name: this.createName('Category'), ...values }, {});
  }

  page(values: Values = {}): Promise<Entry> {
    return this.entry('node--page', { title: this.createName('Page'), ...values }, {});
  }

  /** Creates a link of the menu `main`. */
  menuLink(attributes: JsonObject = {}): Promise<Entry> {
    const given = { title: this.createName('Link'), menu_name: 'main', link: 'internal:/', ...attributes };
    const draft = { id: new UuidV7Generator().next(), attributes: given };
    return this.app.get(EntryEditor).create(MENU_LINK_TYPE, draft, this.createWriteContext());
  }

  /** Creates a user entry without an account. */
  async user({ name, displayName }: { name: string; displayName: string }): Promise<Entry> {
    const now = this.app.get(Clock).now();
    const time = formatDateTime(now);
    const user = Entry.of(
      {
        id: new UuidV7Generator().next(),
        type: 'user--user',
        published: true,
        created: now,
        changed: now,
        version: 1,
        position: this.app.get(MonotonicPositionGenerator).next(),
        modelVersion: this.app.get(ContentModelService).current().version,
      },
      { display_name: displayName, name, status: true, created: time, changed: time },
      {},
    );
    await this.app.get(EntryStore).apply([{ kind: 'insert', entry: user }]);
    return user;
  }

  /** Deletes the content and gives all settings their first values, so that the next test begins as with a new site. */
  async clear(): Promise<void> {
    const store = this.app.get(EntryStore);
    const types = TEST_MODEL.map(({ entityType, bundle }) => formatResourceTypeName(entityType, bundle));
    for (const type of [...types, MENU_LINK_TYPE]) {
      const deletions: EntryOperation[] = [];
      for await (const { id } of readAllEntries(store, type)) deletions.push({ kind: 'delete', type, id });
      if (deletions.length > 0) await this.app.get(EntryEditor).perform(deletions, this.createWriteContext());
    }
    await this.settings({ ...DEFAULT_SITE_SETTINGS, ...SETTINGS });
  }

  /** The current state of an entry. */
  async findStored({ id }: Entry): Promise<Entry | undefined> {
    return (await this.app.get(EntryStore).getMany([id])).get(id);
  }

  /** The number of entries of a type, published or not. */
  count(type: string): Promise<number> {
    return this.app.get(EntryStore).count({ type, publishedOnly: false });
  }

  async entry(
    type: string,
    { published = true, ...attributes }: Values,
    links: Readonly<Record<string, Linked>> = {},
  ): Promise<Entry> {
    const draft = {
      id: new UuidV7Generator().next(),
      attributes: { status: published, ...attributes },
      relationships: Object.fromEntries(
        Object.entries(links).map(([createName, linked]) => [createName, { data: toLinkage(linked) }]),
      ),
    };
    return this.app.get(EntryEditor).create(type, draft, this.createWriteContext());
  }

  private createWriteContext(): WriteContext {
    const models = this.app.get(ContentModelService);
    return { model: () => models.current(), reloadModel: () => models.refresh() };
  }

  private createName(what: string): string {
    return `${what} ${++this.created}`;
  }
}

function toLinkage(linked: Linked): Json {
  if (linked === null) return null;
  return Array.isArray(linked) ? linked.map(toIdentifier) : toIdentifier(linked as Entry);
}

function toIdentifier({ type, id }: Entry): JsonObject {
  return { type, id };
}
