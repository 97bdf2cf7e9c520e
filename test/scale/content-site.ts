import type { Response } from 'supertest';
import { ContentModelService } from '@content-service/bundles';
import { Entry, EntryStore, MonotonicPositionGenerator, type Relationships } from '@content-service/entries';
import { formatDateTime, UuidV7Generator } from '@content-service/kernel';
import type { Api } from '../support/api.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';

const START = 1_700_000_000;
/** Changes of one transaction; an import stores as many. */
const BATCH = 500;
const TERMS = 20;

/**
 * An application with a given number of articles. Each has one of 20 categories, one of 20 tags, a rating, and refers to the article
 * before it; all refer to the first tag as well.
 */
export class ContentSite {
  readonly articles: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];

  private constructor(
    readonly size: number,
    private readonly site: ManagedSite,
    /** All scopes, for `/manage`. */
    readonly manager: ManagementClient,
    /** All scopes, for `/api`. */
    readonly client: ReturnType<Api['asAdministrator']>,
  ) {
    const ids = new UuidV7Generator();
    const create = (length: number): string[] => Array.from({ length }, () => ids.next());
    this.articles = create(size);
    this.categories = create(TERMS);
    this.tags = create(TERMS);
  }

  static async start(size: number): Promise<ContentSite> {
    // Statements of reader processes cannot be counted, and those of background jobs are no part of a request. A change of the model
    // is a job only when the request asks for it.
    const site = await ManagedSite.start({
      ...{ SQLITE_READERS: '0', JOB_CONCURRENCY: '0' },
      MODEL_JOB_ENTRIES: '1000000',
    });
    const manager = await site.administrator();
    const token = await site.issueToken(manager.id);
    const client = site.app.api.withAuthorization(`Bearer ${token}`);
    const filled = new ContentSite(size, site, manager, client);
    await filled.insertEntries();
    await site.stopEventProcessing();
    // The first request loads the model, and the API description that responses are validated against.
    await filled.get('?page[limit]=1');
    return filled;
  }

  stop(): Promise<void> {
    return this.site.stop();
  }

  /** A GET request below the collection of articles. */
  get(path: string): Promise<Response> {
    return this.client.get(encodeURI(`/api/node/article${path}`));
  }

  /** The path of an article; negative numbers count from the end. */
  path(index: number, suffix = ''): string {
    return `/api/node/article/${this.articles.at(index) ?? ''}${suffix}`;
  }

  /** A document with the given attributes, for PATCH of an article. */
  change(index: number, attributes: object): object {
    return { data: { type: 'node--article', id: this.articles.at(index), attributes } };
  }

  private async insertEntries(): Promise<void> {
    const store = this.site.app.nest.get(EntryStore);
    const terms = [
      ...this.categories.map((id, n) => this.entry(id, 'taxonomy_term--category', { name: `Category ${n}` })),
      ...this.tags.map((id, n) => this.entry(id, 'taxonomy_term--tags', { name: `Tag ${n}` })),
    ];
    await store.apply(terms.map((entry) => ({ kind: 'insert', entry })));
    for (let first = 0; first < this.size; first += BATCH) {
      const ids = this.articles.slice(first, first + BATCH);
      const entries = ids.map((id, n) => this.article(id, first + n));
      await store.apply(entries.map((entry) => ({ kind: 'insert', entry })));
    }
  }

  private article(id: string, n: number): Entry {
    const attributes = {
      title: `Article ${n}`,
      field_rating: n % 6,
      created: formatDateTime(START + n),
      body: { value: `Body of article ${n}`, format: 'plain_text', summary: null },
      path: { alias: `/article-${n}`, langcode: 'en' },
    };
    const term = (list: readonly string[], type: string): { type: string; id: string }[] =>
      [list[n % TERMS]].flatMap((target) => (target === undefined ? [] : [{ type, id: target }]));
    const shared = n % TERMS === 0 ? [] : [{ type: 'taxonomy_term--tags', id: this.tags[0] ?? '' }];
    const previous = this.articles[n - 1];
    return this.entry(id, 'node--article', attributes, {
      field_category: term(this.categories, 'taxonomy_term--category'),
      field_tags: [...shared, ...term(this.tags, 'taxonomy_term--tags')],
      field_related: previous === undefined ? [] : [{ type: 'node--article', id: previous }],
    });
  }

  private entry(
    id: string,
    type: string,
    attributes: Entry['attributes'],
    relationships: Relationships = {},
  ): Entry {
    const { nest } = this.site.app;
    const head = { id, type, published: true, created: START, changed: START, version: 1 };
    const position = nest.get(MonotonicPositionGenerator).next();
    const modelVersion = nest.get(ContentModelService).current().version;
    const values = { ...attributes, status: true, langcode: 'en' };
    return Entry.of({ ...head, position, modelVersion }, values, relationships);
  }
}
