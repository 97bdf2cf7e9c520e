import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { parseConfig, createApp } from '@content-service/app';
import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator, Entry, EntryStore } from '@content-service/entries';
import { UuidV7Generator } from '@content-service/kernel';
import { Api } from '../support/api.js';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

const ARTICLES = 3000;
/** Conditions of one query, each of which scans all texts. */
const CONDITIONS = 20;
/** Conditions of the heaviest query that fits into an address: more than a fast machine answers within the limit. */
const MOST_CONDITIONS = 100;
/** Milliseconds; far above the time of light requests, on a busy machine, too. */
const LIMIT_MS = 500;

describe('a collection with a filter over thousands of long texts', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase();
    app = await startApp({ DATABASE_URL: database.url });
    // The complexity limit of queries would refuse what the time limit of statements is for.
    await app.site.settings({ queryComplexityMaximum: 100_000 });
    await fill(app);
  });
  afterAll(async () => {
    await app.stop();
    await database.remove();
  });

  it('does not block other requests of the process', async () => {
    const heavy = app.api
      .asAdministrator()
      .get(heavyQuery('absent'))
      .then((answer) => answer);
    const isOver = heavy.then(() => true);
    let answered = 0;
    while (!(await Promise.race([isOver, setTimeout(0, false)]))) {
      const { status } = await app.api.asAnonymous().get('/health/live');
      expect(status).toBe(200);
      answered += 1;
    }

    expect((await heavy).status).toBe(200);
    expect((await heavy).body).toMatchObject({ data: [], meta: { count: 0 } });
    // A blocked process answers 2: one before and one after the query.
    expect(answered).toBeGreaterThan(2);
  });

  it('sees the write directly before it', async () => {
    for (const word of ['zebra', 'yak', 'xerus']) {
      await app.site.article({ body: { value: word, format: 'plain_text' } });
      const { body } = await app.api.asAdministrator().get(heavyQuery(word));
      expect(body.data).toHaveLength(1);
    }
  });

  describe('with STATEMENT_TIMEOUT_MS', () => {
    let limited: INestApplication<Server>;
    let api: Api;
    beforeAll(async () => {
      limited = await createApp(
        parseConfig({
          PORT: '0',
          BASE_URL,
          DATABASE_URL: database.url,
          KEY_SECRET: 'k'.repeat(32),
          LOG_LEVEL: 'silent',
          STATEMENT_TIMEOUT_MS: String(LIMIT_MS),
        }),
      );
      await limited.listen(0, '127.0.0.1');
      api = new Api(limited.getHttpServer(), 's'.repeat(43));
    });
    afterAll(() => limited.close());

    it('is 503 query_timeout without Retry-After when it takes longer', async () => {
      for (let attempt = 0; attempt < 2; attempt++) {
        const { status, body, headers } = await api
          .asAdministrator()
          .get(heavyQuery('absent', MOST_CONDITIONS));

        expect(status).toBe(503);
        expect(body.errors).toEqual([
          expect.objectContaining({
            code: 'query_timeout',
            detail: expect.stringContaining(`longer than ${LIMIT_MS} ms`),
          }),
        ]);
        expect(headers['retry-after']).toBeUndefined();
      }
    });

    it('does not change responses to other requests', async () => {
      const [refused, { status, body }] = await Promise.all([
        api.asAdministrator().get(heavyQuery('absent', MOST_CONDITIONS)),
        api.asAdministrator().get('/api/node/article?filter[title]=Article 7'),
      ]);

      expect([refused.status, status, body.data.length]).toEqual([503, 200, 1]);
    });
  });
});

function heavyQuery(word: string, amount = CONDITIONS): string {
  const conditions = Array.from({ length: amount }, (_, n) => {
    const [name, value] = [`filter[c${n}][condition]`, `${word}${n === 0 ? '' : n}`];
    return `${name}[path]=body.value&${name}[operator]=CONTAINS&${name}[value]=${value}&${name}[memberOf]=any`;
  });
  return `/api/node/article?filter[any][group][conjunction]=OR&${conditions.join('&')}`;
}

/** Inserted directly, since requests would take too long. */
async function fill({ nest }: TestApp): Promise<void> {
  const { version } = nest.get(ContentModelService).current();
  const ids = new UuidV7Generator();
  const time = '2026-01-01T00:00:00+00:00';
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(200);
  for (let first = 0; first < ARTICLES; first += 50) {
    const changes = Array.from({ length: 50 }, (_, n) => {
      const head = {
        id: ids.next(),
        type: 'node--article',
        published: true,
        created: 1,
        changed: 1,
        version: 1,
      };
      const position = nest.get(MonotonicPositionGenerator).next();
      const value = `${text}${first + n}`;
      const entry = Entry.of(
        { ...head, position, modelVersion: version },
        {
          title: `Article ${first + n}`,
          status: true,
          created: time,
          changed: time,
          body: { value, format: 'plain_text' },
        },
        {},
      );
      return { kind: 'insert', entry } as const;
    });
    await nest.get(EntryStore).apply(changes);
  }
}
