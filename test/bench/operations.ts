import { bodyText, distinct, FULL, buildId, seeded, tagIdentifiers } from './content.js';

/** One measured kind of request. */
export interface Operation {
  readonly name: string;
  /** Maximum ratio of its processor time to that of the baseline. */
  readonly budget: number;
  /** The same on SQLite, where the baseline has no socket to a database. */
  readonly sqliteBudget?: number;
  readonly expectedStatus: number;
  /** Requests of a round: enough for the clock resolution of 10 ms. */
  readonly requests: number;
  /** Creates the next request; all differ, so that no response can come from a cache. */
  next(): BenchRequest;
}

export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
  /** Default: that of JSON:API. */
  readonly contentType?: string;
}

const random = seeded(7);
const any = (below: number): number => Math.floor(random() * below);
const ARTICLES = '/api/node/article';

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'one entry',
    requests: 2000,
    budget: 2.5,
    sqliteBudget: 3.3,
    expectedStatus: 200,
    next: () => ({ method: 'GET', path: `${ARTICLES}/${buildId('article', any(FULL.articles))}` }),
  },
  {
    name: '50 newest with total',
    requests: 400,
    budget: 1.3,
    expectedStatus: 200,
    next: () => ({ method: 'GET', path: `${ARTICLES}?sort=-created&page[limit]=50` }),
  },
  {
    name: 'category, 3 includes',
    requests: 400,
    budget: 1.3,
    expectedStatus: 200,
    next: () => {
      const category = buildId('category', any(FULL.categories));
      const include = 'uid,field_category,field_tags';
      const query = `filter[field_category.id]=${category}&include=${include}&sort=-created&page[limit]=20`;
      return { method: 'GET', path: `${ARTICLES}?${query}` };
    },
  },
  {
    name: 'create with 3 tags',
    requests: 1000,
    budget: 2,
    expectedStatus: 201,
    next: () => {
      const category = { type: 'taxonomy_term--category', id: buildId('category', any(FULL.categories)) };
      const tags = tagIdentifiers(distinct(3, () => any(FULL.tags)));
      return {
        method: 'POST',
        path: ARTICLES,
        body: toDocument({
          attributes: { title: `New ${any(1e9)}`, body: { value: bodyText(any), format: 'plain_text' } },
          relationships: { field_category: { data: category }, field_tags: { data: tags } },
        }),
      };
    },
  },
  {
    name: 'update',
    requests: 1000,
    budget: 2,
    sqliteBudget: 2.5,
    expectedStatus: 200,
    next: () => {
      const id = buildId('article', nextArticle());
      const attributes = { title: `Changed ${any(1e9)}`, field_rating: any(6) };
      return { method: 'PATCH', path: `${ARTICLES}/${id}`, body: toDocument({ id, attributes }) };
    },
  },
];

export function getBudget({ budget, sqliteBudget = budget }: Operation, engine: string): number {
  return engine === 'sqlite' ? sqliteBudget : budget;
}

let article = 0;

/** In sequence, so that no article is changed by two requests at the same time. */
function nextArticle(): number {
  article = (article + 1) % FULL.articles;
  return article;
}

function toDocument(resource: object): string {
  return JSON.stringify({ data: { type: 'node--article', ...resource } });
}
