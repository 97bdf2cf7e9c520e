/** The content of the databases; deterministic. */
export interface Size {
  readonly articles: number;
  readonly categories: number;
  readonly authors: number;
  readonly tags: number;
}

export const FULL: Size = { articles: 10_000, categories: 20, authors: 50, tags: 500 };

/** 2024-01-01; one article for each minute after it. */
const FIRST_SECOND = 1_704_067_200;
const BODY_CHARACTERS = 1500;

const WORDS =
  'harbour tide ferry market brick lantern orchard winter ledger copper violin river gravel window kettle meadow'.split(
    ' ',
  );

/** The lines of the site package. */
export function* sitePackage({ articles, categories, authors, tags }: Size): Generator<string> {
  yield* MODEL.map((line) => JSON.stringify(line));
  for (let at = 0; at < authors; at++)
    yield line({ kind: 'user', id: buildId('user', at), name: `author${at}` });
  for (let at = 0; at < categories; at++) yield term('category', at, `Category ${at}`);
  for (let at = 0; at < tags; at++) yield term('tags', at, `Tag ${at}`);
  const random = seeded(1);
  const any = (below: number): number => Math.floor(random() * below);
  for (let at = 0; at < articles; at++)
    yield entry('node--article', buildId('article', at), toAttributes(at, any), {
      uid: { data: { type: 'user--user', id: buildId('user', any(authors)) } },
      field_category: { data: { type: 'taxonomy_term--category', id: buildId('category', any(categories)) } },
      field_tags: { data: tagIdentifiers(distinct(1 + any(5), () => any(tags))) },
    });
}

/** Derives the id of an entry from its kind and number, so that requests need no lookup. */
export function buildId(what: keyof typeof KINDS, at: number): string {
  return `0190b0a0-000${KINDS[what]}-7000-8000-${at.toString(16).padStart(12, '0')}`;
}

const KINDS = { user: 1, category: 2, tags: 3, article: 4 };

export function tagIdentifiers(numbers: readonly number[]): { type: string; id: string }[] {
  return numbers.map((at) => ({ type: 'taxonomy_term--tags', id: buildId('tags', at) }));
}

export function bodyText(any: (below: number) => number): string {
  let text = '';
  while (text.length < BODY_CHARACTERS) text += `${WORDS[any(WORDS.length)] ?? ''} `;
  return text.slice(0, BODY_CHARACTERS);
}

/** Deterministic pseudo-random numbers from 0 to 1 (Marsaglia's xorshift). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

export function distinct(amount: number, next: () => number): number[] {
  const found = new Set<number>();
  while (found.size < amount) found.add(next());
  return [...found];
}

const reference = (name: string, target: string, cardinality: number): object => ({
  name,
  type: 'entity_reference',
  label: name,
  cardinality,
  settings: { targetTypes: [`taxonomy_term--${target}`] },
});

const MODEL = [
  { kind: 'header', format: 'content-service/site@1' },
  { kind: 'bundle', entityType: 'taxonomy_term', bundle: 'category', label: 'Categories', fields: [] },
  { kind: 'bundle', entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', fields: [] },
  {
    kind: 'bundle',
    entityType: 'node',
    bundle: 'article',
    label: 'Articles',
    fields: [
      { name: 'body', type: 'text_with_summary', label: 'Body' },
      { name: 'field_rating', type: 'integer', label: 'Rating' },
      { name: 'field_price', type: 'decimal', label: 'Price', settings: { precision: 10, scale: 2 } },
      { name: 'field_featured', type: 'boolean', label: 'Featured' },
      reference('field_category', 'category', 1),
      reference('field_tags', 'tags', -1),
    ],
  },
];

function toAttributes(at: number, any: (below: number) => number): object {
  return {
    title: `Article ${at} of the ${WORDS[any(WORDS.length)] ?? ''}`,
    created: new Date((FIRST_SECOND + at * 60) * 1000).toISOString().replace('.000Z', '+00:00'),
    body: { value: bodyText(any), format: 'plain_text' },
    field_rating: any(6),
    field_price: `${any(100)}.${10 + any(90)}`,
    field_featured: any(10) === 0,
  };
}

function term(vocabulary: 'category' | 'tags', at: number, name: string): string {
  return entry(`taxonomy_term--${vocabulary}`, buildId(vocabulary, at), { name }, {});
}

function entry(type: string, id: string, attributes: object, relationships: object): string {
  return line({ kind: 'entry', published: true, resource: { type, id, attributes, relationships } });
}

function line(content: object): string {
  return JSON.stringify(content);
}
