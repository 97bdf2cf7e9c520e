import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { StatementCounter } from '../support/database.js';
import { ScaledSite } from './scaled-site.js';

/** Statements of other work of the process at the same time. */
const TOLERANCE = 4;

describe('statements of POST /subrequests', () => {
  const counter = new StatementCounter();
  let site: ScaledSite;
  beforeAll(async () => {
    site = await ScaledSite.start(60);
  });
  afterAll(async () => {
    await site.stop();
    counter.stop();
  });

  it.each<[string, string, number]>([
    [
      '20 reads of what costs most',
      '/api/node/article?include=field_related,field_tags&filter[fulltext]=article',
      200,
    ],
    ['20 entries that do not exist', `/api/node/article/${randomUUID()}`, 404],
    ['20 queries that are refused', '/api/node/article?filter[none][condition][path]=x', 400],
  ])('%s: not more than the requests themselves', async (_, uri, status) => {
    const { client } = site;
    const count = async (send: () => Promise<Response>): Promise<number> => {
      const before = counter.count;
      await send();
      return counter.count - before;
    };
    const parts = Array.from({ length: 20 }, (_, n) => ({ requestId: `part-${n}`, action: 'view', uri }));
    expect((await client.get(uri)).status).toBe(status);
    let alone = 0;
    for (const part of parts) alone += await count(() => client.get(part.uri));

    expect(await count(() => client.post('/subrequests', parts))).toBeLessThanOrEqual(alone + TOLERANCE);
  });

  it.each<[string, object]>([
    ['too many parts', { uri: '/api' }],
    ['a part that writes', { action: 'delete' }],
    ['a part that waits for itself', { uri: '/api/{{last.body@$.a}}' }],
    ['a foreign URI', { uri: 'https://elsewhere.example/api' }],
    ['a long text that is no token', { uri: `{{${'part-0.body@'.repeat(2000)}}}` }],
  ])('%s: none of its parts is read', async (title, change) => {
    const { client } = site;
    const valid = { action: 'view', uri: '/api/node/article' };
    const length = title === 'too many parts' ? 20 : 19;
    const parts = Array.from({ length }, (_, n) => ({ requestId: `part-${n}`, ...valid }));
    const before = counter.count;

    expect(
      (await client.post('/subrequests', [...parts, { requestId: 'last', ...valid, ...change }])).status,
    ).toBe(400);

    expect(counter.count - before).toBeLessThanOrEqual(TOLERANCE);
  });
});
