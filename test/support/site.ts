import type { INestApplicationContext } from '@nestjs/common';
import { ContentModelService } from '@content-service/bundles';
import { CreationStamp, Entry, EntryEditor, EntryStore } from '@content-service/entries';
import { Clock, formatDateTime, type Json, type JsonObject, UuidV7Generator } from '@content-service/kernel';
import { OPERATOR } from '@content-service/scopes';
import { type SiteSettings, SiteSettingsService } from '@content-service/site-settings';
import { TEST_MODEL } from './test-model.js';

/** A reference as the tests write it: the entry itself, or several. */
type Linked = Entry | readonly Entry[] | null;

interface Values {
  readonly published?: boolean;
  /** Attributes; `title` or `name` is made up when absent. */
  readonly [name: string]: Json | undefined;
}

/** The content and the settings of the application under test. Entries come from nowhere: no request makes them. */
export class Site {
  private made = 0;

  constructor(private readonly app: INestApplicationContext) {}

  async prepare(): Promise<void> {
    for (const definition of TEST_MODEL) await this.app.get(ContentModelService).put(definition);
    await this.settings({ allowedOperations: 'read_write' });
  }

  async settings(changes: Partial<SiteSettings>): Promise<void> {
    await this.app.get(SiteSettingsService).change({ ...changes }, OPERATOR);
  }

  article(values: Values = {}, links: Readonly<Record<string, Linked>> = {}): Promise<Entry> {
    return this.entry('node--article', { title: this.name('Article'), ...values }, links);
  }

  /** One after the other, so that their order is known: the unpublished ones first. */
  async articles({ published = 0, unpublished = 0 }): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    for (let n = 0; n < unpublished + published; n++)
      entries.push(await this.article({ published: n >= unpublished }));
    return entries;
  }

  tag(values: Values = {}, links: Readonly<Record<string, Linked>> = {}): Promise<Entry> {
    return this.entry('taxonomy_term--tags', { name: this.name('Tag'), ...values }, links);
  }

  category(values: Values = {}): Promise<Entry> {
    return this.entry('taxonomy_term--category', { name: this.name('Category'), ...values }, {});
  }

  page(values: Values = {}): Promise<Entry> {
    return this.entry('node--page', { title: this.name('Page'), ...values }, {});
  }

  /** A profile; it has no account to log in with. */
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
        position: this.app.get(CreationStamp).next(),
        modelVersion: this.app.get(ContentModelService).current().version,
      },
      { display_name: displayName, name, status: true, created: time, changed: time },
      {},
    );
    await this.app.get(EntryStore).apply([{ kind: 'insert', entry: user }]);
    return user;
  }

  /** The entry as it is stored now. */
  async stored({ id }: Entry): Promise<Entry | undefined> {
    return (await this.app.get(EntryStore).getMany([id])).get(id);
  }

  /** How many entries of a type there are, whoever may see them. */
  count(type: string): Promise<number> {
    return this.app.get(EntryStore).count({ type, publishedOnly: false });
  }

  private async entry(
    type: string,
    { published = true, ...attributes }: Values,
    links: Readonly<Record<string, Linked>>,
  ): Promise<Entry> {
    const models = this.app.get(ContentModelService);
    const draft = {
      id: new UuidV7Generator().next(),
      attributes: { status: published, ...attributes },
      relationships: Object.fromEntries(
        Object.entries(links).map(([name, linked]) => [name, { data: linkage(linked) }]),
      ),
    };
    return this.app.get(EntryEditor).create(type, draft, {
      model: () => models.current(),
      reloadModel: () => models.refresh(),
    });
  }

  private name(what: string): string {
    return `${what} ${++this.made}`;
  }
}

function linkage(linked: Linked): Json {
  if (linked === null) return null;
  return Array.isArray(linked) ? linked.map(identifier) : identifier(linked as Entry);
}

function identifier({ type, id }: Entry): JsonObject {
  return { type, id };
}
