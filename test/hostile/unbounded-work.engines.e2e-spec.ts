import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator, Entry, EntryStore } from '@content-service/entries';
import { UuidV7Generator } from '@content-service/kernel';
import { startApp, type TestApp } from '../support/app.js';

const COLLECTION = '/api/node/article';
/** Number of articles of the small and of the large site. */
const SIZES = [500, 2000] as const;
/** How often the requests are measured again: the fastest ones show the work, the others what else the machine does. */
const ROUNDS_MAXIMUM = 5;

/** Label and query of n repetitions of one kind of work. */
const ATTACKS: readonly (readonly [string, (amount: number) => string])[] = [
  ['CONTAINS on a string', conditions('title', 'CONTAINS')],
  ['CONTAINS on a long text', conditions('body.value', 'CONTAINS')],
  ['IS NULL on a long text', conditions('body.summary', 'IS NULL')],
  ['IS NULL behind a relationship', conditions('field_tags.name', 'IS NULL')],
  ['CONTAINS behind a relationship', conditions('field_tags.name', 'CONTAINS')],
  ['CONTAINS on a long text behind a relationship', conditions('field_related.body.value', 'CONTAINS')],
  ['a comparison behind two relationships', conditions('field_related.field_related.title', '>')],
  ['a value shared by all entries behind a relationship', conditions('field_related.langcode', '=')],
  [
    'sorts through a relationship',
    (amount) => `sort=${Array(Math.min(20, amount)).fill('field_tags.name').join(',')}`,
  ],
];

describe('the most expensive admitted queries', () => {
  const sites: TestApp[] = [];
  beforeAll(async () => {
    for (const size of SIZES) {
      const app = await startApp();
      sites.push(app);
      await fill(app, size);
    }
  });
  afterAll(async () => {
    for (const app of sites) await app.stop();
  });

  it.each(ATTACKS)(
    '%s: time grows at most linearly with the entries, and /health/live keeps answering',
    async (_, buildQuery) => {
      const [small, large] = sites as [TestApp, TestApp];
      const query = await findMostExpensive(buildQuery, small);

      // Four times the entries take four times as long; three times that leaves room for the noise of the machine, and what
      // a request costs by itself (5 ms at most) must not make the small site look slow.
      const fastest = { small: Infinity, large: Infinity };
      const isLate = (): boolean => fastest.large >= 12 * Math.max(fastest.small, 5);
      for (let round = 0; round === 0 || (isLate() && round < ROUNDS_MAXIMUM); round++) {
        fastest.small = Math.min(fastest.small, await measureFastest(small, query));
        fastest.large = Math.min(fastest.large, await measureFastest(large, query));
      }
      expect(isLate()).toBe(false);
    },
  );
});

/** Finds the query with the most repetitions below queryComplexityMaximum. */
async function findMostExpensive(buildQuery: (amount: number) => string, app: TestApp): Promise<string> {
  let [admitted, refused] = [0, 245];
  while (refused - admitted > 1) {
    const amount = Math.floor((admitted + refused) / 2);
    const { status } = await app.api.asReader().get(`${COLLECTION}?${encodeURI(buildQuery(amount))}`);
    if (status === 200) admitted = amount;
    else refused = amount;
  }
  expect(admitted).toBeGreaterThan(0);
  return encodeURI(buildQuery(admitted));
}

/** The lowest duration of three requests in milliseconds, while `GET /health/live` is polled. */
async function measureFastest(app: TestApp, query: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    let isOver = false;
    const polled = poll(app, () => isOver);
    const start = performance.now();
    const { status } = await app.api.asReader().get(`${COLLECTION}?${query}`);
    times.push(performance.now() - start);
    isOver = true;
    expect(status).toBe(200);
    expect(await polled).toBeGreaterThan(0);
  }
  return Math.min(...times);
}

/** Polls until the request ends, at least once; every response must be 200. */
async function poll(app: TestApp, isOver: () => boolean): Promise<number> {
  let answers = 0;
  do {
    expect((await app.api.asAnonymous().get('/health/live')).status).toBe(200);
    answers += 1;
  } while (!isOver());
  return answers;
}

/** Conditions that match no entry or all entries, so that each is evaluated on every entry. */
function conditions(path: string, operator: string): (amount: number) => string {
  return (amount) =>
    [
      'filter[any][group][conjunction]=OR',
      ...Array.from({ length: amount }, (_, n) => {
        const name = `filter[c${n}][condition]`;
        const wanted = path.endsWith('langcode') ? 'en' : `zz${n}`;
        const value = operator === 'IS NULL' ? '' : `&${name}[value]=${wanted}`;
        return `${name}[path]=${path}&${name}[operator]=${operator}&${name}[memberOf]=any${value}`;
      }),
    ].join('&');
}

/** Articles with a text of 100 words, three tags and three related articles each, and sixty tags. */
async function fill(app: TestApp, size: number): Promise<void> {
  const store = app.nest.get(EntryStore);
  const ids = new UuidV7Generator();
  const tags = Array.from({ length: 60 }, () => ids.next());
  const articles = Array.from({ length: size }, () => ids.next());
  const text = 'lorem ipsum dolor sit amet '.repeat(20);
  await insert(tags.map((id, n) => entry(id, 'taxonomy_term--tags', { name: `tag ${n}` }, {})));
  await insert(
    articles.map((id, n) =>
      entry(
        id,
        'node--article',
        {
          title: `Article ${n}`,
          body: { value: text, format: 'plain_text', processed: `<p>${text}</p>\n`, summary: text },
        },
        {
          field_tags: three((k) => ({
            type: 'taxonomy_term--tags',
            id: tags[(n * 7 + k * 11) % tags.length]!,
          })),
          field_related: three((k) => ({ type: 'node--article', id: articles[(n * 7 + k * 13) % size]! })),
        },
      ),
    ),
  );

  function entry(
    id: string,
    type: string,
    attributes: Entry['attributes'],
    relationships: Entry['relationships'],
  ): Entry {
    const head = { id, type, published: true, created: 1, changed: 1, version: 1 };
    const { version: modelVersion } = app.nest.get(ContentModelService).current();
    const position = app.nest.get(MonotonicPositionGenerator).next();
    return Entry.of(
      { ...head, position, modelVersion },
      { ...attributes, status: true, langcode: 'en' },
      relationships,
    );
  }

  async function insert(entries: readonly Entry[]): Promise<void> {
    await store.apply(entries.map((made) => ({ kind: 'insert', entry: made })));
  }
}

const three = <T>(make: (n: number) => T): T[] => [0, 1, 2].map(make);
