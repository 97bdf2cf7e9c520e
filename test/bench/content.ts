/** What the databases are filled with; the same every time. */
export interface Size {
  readonly articles: number;
  readonly categories: number;
  readonly authors: number;
  readonly tags: number;
}

export const FULL: Size = { articles: 10_000, categories: 20, authors: 50, tags: 500 };

/** 2024-01-01; articles follow one another by the minute. */
const FIRST_SECOND = 1_704_067_200;
const BODY_CHARACTERS = 1500;

const WORDS =
  'harbour tide ferry market brick lantern orchard winter ledger copper violin river gravel window kettle meadow'.split(
    ' ',
  );

/** The site as a package, a line at a time. */
export function* sitePackage({ articles, categories, authors, tags }: Size): Generator<string> {
  yield* MODEL.map((line) => JSON.stringify(line));
  for (let at = 0; at < authors; at++)
    yield line({ kind: 'user', id: idOf('user', at), name: `author${at}` });
  for (let at = 0; at < categories; at++) yield term('category', at, `Category ${at}`);
  for (let at = 0; at < tags; at++) yield term('tags', at, `Tag ${at}`);
  const random = seeded(1);
  const any = (below: number): number => Math.floor(random() * below);
  for (let at = 0; at < articles; at++)
    yield entry('node--article', idOf('article', at), attributesOf(at, any), {
      uid: { data: { type: 'user--user', id: idOf('user', any(authors)) } },
      field_category: { data: { type: 'taxonomy_term--category', id: idOf('category', any(categories)) } },
      field_tags: { data: tagIdentifiers(distinct(1 + any(5), () => any(tags))) },
    });
}

/** The ids of the content are known without asking: they are made of what an entry is and its number. */
export function idOf(what: keyof typeof KINDS, at: number): string {
  return `0190b0a0-000${KINDS[what]}-7000-8000-${at.toString(16).padStart(12, '0')}`;
}

const KINDS = { user: 1, category: 2, tags: 3, article: 4 };

export function tagIdentifiers(numbers: readonly number[]): { type: string; id: string }[] {
  return numbers.map((at) => ({ type: 'taxonomy_term--tags', id: idOf('tags', at) }));
}

export function bodyText(any: (below: number) => number): string {
  let text = '';
  while (text.length < BODY_CHARACTERS) text += `${WORDS[any(WORDS.length)] ?? ''} `;
  return text.slice(0, BODY_CHARACTERS);
}

/** Numbers from 0 to 1 that look random and are the same every time (Marsaglia's xorshift). */
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

function attributesOf(at: number, any: (below: number) => number): object {
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
  return entry(`taxonomy_term--${vocabulary}`, idOf(vocabulary, at), { name }, {});
}

function entry(type: string, id: string, attributes: object, relationships: object): string {
  return line({ kind: 'entry', published: true, resource: { type, id, attributes, relationships } });
}

function line(content: object): string {
  return JSON.stringify(content);
}
