import { type Entry, EntryStore } from '@content-service/entries';
import { formatDateTime, UuidV7Generator } from '@content-service/kernel';
import { ArticleSite, type OpenedSite, openSite, START } from '../support/article-site.js';

/** Changes of one transaction; an import stores as many. */
const BATCH = 500;
const TERMS = 20;

/**
 * An application with a given number of articles. Each has one of 20 categories, one of 20 tags, a rating, and refers to the article
 * before it; all refer to the first tag as well.
 */
export class ContentSite extends ArticleSite {
  readonly articles: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];

  private constructor(
    readonly size: number,
    opened: OpenedSite,
  ) {
    super(opened);
    const ids = new UuidV7Generator();
    const create = (length: number): string[] => Array.from({ length }, () => ids.next());
    this.articles = create(size);
    this.categories = create(TERMS);
    this.tags = create(TERMS);
  }

  /** A change of the model is a job only when the request asks for it. */
  static async start(size: number): Promise<ContentSite> {
    const filled = new ContentSite(size, await openSite({ MODEL_JOB_ENTRIES: '1000000' }));
    await filled.insertEntries();
    await filled.prepareRequests();
    return filled;
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
}
