import { type Entry, EntryStore } from '@content-service/entries';
import { formatDateTime, UuidV7Generator } from '@content-service/kernel';
import { Storage } from '@content-service/storage';
import { changeEvents } from '../support/app.js';
import { ArticleSite, type OpenedSite, openSite, START } from '../support/article-site.js';
import type { SignedInUser } from '../support/managed-site.js';
import { Receiver } from '../support/receiver.js';
import { OtherObjects } from './other-objects.js';

/** Changes of one transaction; an import stores as many. */
const BATCH = 500;
const TERMS = 20;
/** Below the size of both sites, so that the statements for large types run on both. */
const LARGE_TYPE = 500;
/** Targets of the last article: no more than fit a response (`documentBytesMaximum`). */
export const countTargets = (size: number): number => Math.min(size / 10, 5000);
/** Publication of the entries that have a schedule: after the end of all tests. */
const LATER = START + 10_000_000;

/**
 * An application with a given number of articles. Each has one of 20 categories, one of 20 tags, one of 20 authors, a rating,
 * and refers to the article before it; all refer to the first tag as well. Every fifth has a schedule. The last one refers to a
 * tenth of the others, or to as many as it may. There is a page for four articles; the other objects are those of `OtherObjects`.
 */
export class ContentSite extends ArticleSite {
  readonly articles: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly objects: OtherObjects;
  private signedIn: Promise<SignedInUser> | undefined;

  private constructor(
    readonly size: number,
    opened: OpenedSite,
    /** Called by webhooks. */
    readonly receiver: Receiver,
  ) {
    super(opened);
    this.articles = createIds(size);
    this.categories = createIds(TERMS);
    this.tags = createIds(TERMS);
    this.authors = createIds(TERMS);
    this.objects = new OtherObjects(size, this.managed, this.manager, receiver);
  }

  /** A change of the model is a job only when the request asks for it; jobs run only in `runJobs`. */
  static async start(size: number): Promise<ContentSite> {
    const variables = {
      MODEL_JOB_ENTRIES: '1000000',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    // Within a test no stream looks for the events of other processes.
    const withoutPolls = changeEvents({ pollMs: 99_999 });
    const opened = await openSite(variables, (config) =>
      withoutPolls(
        Object.assign(config, { databaseLimits: { ...config.databaseLimits, largeType: LARGE_TYPE } }),
      ),
    );
    await opened.site.app.site.settings({ publicAccess: true });
    const filled = new ContentSite(size, opened, await Receiver.start());
    await filled.insertEntries();
    await filled.objects.insert(filled.articles);
    // Updates the statistics of the query planner, as PostgreSQL does by itself after a minute.
    await filled.storage.migrate();
    await filled.prepareRequests();
    return filled;
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.receiver.stop();
  }

  get managed(): OpenedSite['site'] {
    return this.site;
  }

  get storage(): Storage {
    return this.site.app.nest.get(Storage);
  }

  /** The article in the middle. */
  get middle(): number {
    return this.size / 2;
  }

  /** An administrator with a session, always the same. */
  signIn(): Promise<SignedInUser> {
    this.signedIn ??= this.site.signIn();
    return this.signedIn;
  }

  private async insertEntries(): Promise<void> {
    await this.insert([
      ...this.categories.map((id, n) => this.entry(id, 'taxonomy_term--category', { name: `Category ${n}` })),
      ...this.tags.map((id, n) => this.entry(id, 'taxonomy_term--tags', { name: `Tag ${n}` })),
      ...this.authors.map((id, n) =>
        this.entry(id, 'user--user', { name: `author-${n}`, display_name: `Author ${n}` }),
      ),
    ]);
    for (let first = 0; first < this.size; first += BATCH) {
      const ids = this.articles.slice(first, first + BATCH);
      await this.insert(ids.map((id, n) => this.article(id, first + n)));
    }
    const pages = createIds(this.size / 4);
    for (let first = 0; first < pages.length; first += BATCH)
      await this.insert(
        pages
          .slice(first, first + BATCH)
          .map((id, n) => this.entry(id, 'node--page', { title: `Page ${first + n}` })),
      );
  }

  private async insert(entries: readonly Entry[]): Promise<void> {
    const store = this.site.app.nest.get(EntryStore);
    const isScheduled = (entry: Entry): boolean => Number(entry.attributes['field_rating'] ?? 1) === 0;
    await store.apply(
      entries.map((entry) => ({
        kind: 'insert',
        entry,
        ...(isScheduled(entry) ? { schedule: { unpublish: LATER } } : {}),
      })),
    );
  }

  private article(id: string, n: number): Entry {
    const attributes = {
      title: `Article ${n}`,
      field_rating: n % 5,
      field_score: n,
      created: formatDateTime(START + n),
      body: { value: `Body of article ${n}, word${n % 100}`, format: 'plain_text', summary: null },
      path: { alias: `/article-${n}`, langcode: 'en' },
    };
    const term = (list: readonly string[], type: string): { type: string; id: string }[] =>
      [list[n % TERMS]].flatMap((target) => (target === undefined ? [] : [{ type, id: target }]));
    const shared = n % TERMS === 0 ? [] : [{ type: 'taxonomy_term--tags', id: this.tags[0] ?? '' }];
    const isLast = n === this.size - 1;
    const related = isLast
      ? this.articles.slice(0, countTargets(this.size))
      : this.articles.slice(Math.max(0, n - 1), n);
    return this.entry(id, 'node--article', attributes, {
      uid: term(this.authors, 'user--user'),
      field_category: term(this.categories, 'taxonomy_term--category'),
      field_tags: [...shared, ...term(this.tags, 'taxonomy_term--tags')],
      field_related: related.map((target) => ({ type: 'node--article', id: target })),
    });
  }
}

function createIds(length: number): readonly string[] {
  const ids = new UuidV7Generator();
  return Array.from({ length }, () => ids.next());
}
