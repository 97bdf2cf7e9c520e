import { bodyText, distinct, FULL, idOf, seeded, tagIdentifiers } from './content.js';

/** One kind of request that is measured. */
export interface Operation {
  readonly name: string;
  /** How often its processor time may be that of the yardstick. */
  readonly budget: number;
  readonly expectedStatus: number;
  /** How many make a round: enough to tell the cost from the clock's ticks of 10 ms. */
  readonly requests: number;
  /** The next request; no two are alike, so that nothing can be answered from memory. */
  next(): BenchRequest;
}

export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
}

const random = seeded(7);
const any = (below: number): number => Math.floor(random() * below);
const ARTICLES = '/api/node/article';

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'one entry',
    requests: 2000,
    budget: 2.5,
    expectedStatus: 200,
    next: () => ({ method: 'GET', path: `${ARTICLES}/${idOf('article', any(FULL.articles))}` }),
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
      const category = idOf('category', any(FULL.categories));
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
      const category = { type: 'taxonomy_term--category', id: idOf('category', any(FULL.categories)) };
      const tags = tagIdentifiers(distinct(3, () => any(FULL.tags)));
      return {
        method: 'POST',
        path: ARTICLES,
        body: documentOf({
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
    expectedStatus: 200,
    next: () => {
      const id = idOf('article', nextArticle());
      const attributes = { title: `Changed ${any(1e9)}`, field_rating: any(6) };
      return { method: 'PATCH', path: `${ARTICLES}/${id}`, body: documentOf({ id, attributes }) };
    },
  },
];

let article = 0;

/** One after the other: no two changes are about the same article at the same time. */
function nextArticle(): number {
  article = (article + 1) % FULL.articles;
  return article;
}

function documentOf(resource: object): string {
  return JSON.stringify({ data: { type: 'node--article', ...resource } });
}
