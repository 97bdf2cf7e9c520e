import { createStorage, parseConfig } from '@content-service/app';
import { Entry } from '@content-service/entries';
import { Workplace } from './workplace.js';

const TYPE = 'node--article';
const NUMBER = 1_700_000_000_000_000;

describe('the commands for the history of an entry', () => {
  let workplace: Workplace;
  let original: Entry;
  beforeAll(async () => {
    workplace = new Workplace();
    await workplace.run('demo');
    original = await renameArticle('Renamed');
  });
  afterAll(() => {
    workplace.remove();
  });

  /** Renames an article with a revision. @returns the article before it */
  const renameArticle = async (title: string): Promise<Entry> => {
    const variables = {
      DATABASE_URL: `sqlite:${workplace.path('content.sqlite')}`,
      KEY_SECRET: 'k'.repeat(32),
    };
    const storage = await createStorage(parseConfig(variables));
    await storage.open();
    try {
      const query = { type: TYPE, publishedOnly: true, sort: [], offset: 0, limit: 1 };
      const [id = ''] = (await storage.entries.findIds(query)).ids;
      const entry = (await storage.entries.getMany([id])).get(id);
      if (entry === undefined) throw new Error('The demo content has articles.');
      const { version, attributes, relationships } = entry;
      const { type, published, created, changed, position, modelVersion } = entry;
      const metadata = { id, type, published, created, changed, position, modelVersion };
      const renamed = Entry.of(
        { ...metadata, version: version + 1 },
        { ...attributes, title },
        relationships,
      );
      const change = {
        cause: 'request',
        actor: { kind: 'operator' },
        changed: ['title'],
        note: 'Shorter',
      } as const;
      await storage.entries.apply([{ kind: 'update', entry: renamed, expectedVersion: version }], {
        superseded: [{ entryId: id, number: NUMBER, change }],
      });
      return entry;
    } finally {
      await storage.close();
    }
  };

  it('list the changes and show the state that one replaced', async () => {
    const { id, attributes } = original;

    const listed = await workplace.run('revisions', 'list', id);

    expect(listed).toMatchObject({
      code: 0,
      output: `${NUMBER} 2023-11-14T22:13:20+00:00: operator changed title (Shorter)\n`,
    });
    expect(await workplace.json('revisions', 'show', id, String(NUMBER))).toMatchObject({
      ...{ type: TYPE, id, attributes: { title: attributes['title'] } },
    });
  });

  it('restore the values that a change replaced, by a change of the operator', async () => {
    const { id, attributes, version } = original;

    expect(await workplace.json('revisions', 'restore', id, String(NUMBER))).toEqual({
      ...{ type: TYPE, id, label: attributes['title'], published: true, version: version + 2 },
    });
    expect(await workplace.json('revisions', 'list', id)).toMatchObject([
      { by: { kind: 'operator' }, changed: ['changed', 'title'], version: version + 1 },
      { number: NUMBER },
    ]);
  });

  it.each([
    [['list', 'x'], 2, 'Must be the id of an entry, a UUID in lower case.'],
    [['show', '0190163d-8694-739b-aea5-966c26f8ad91', '7'], 1, "has no version 'id:7'"],
    [['show', '0190163d-8694-739b-aea5-966c26f8ad91', 'x'], 2, 'Must be a whole number'],
    [['restore', '0190163d-8694-739b-aea5-966c26f8ad91'], 1, '0190163d-8694-739b-aea5-966c26f8ad91'],
  ])('refuse %j', async (args, code, reason) => {
    const refused = await workplace.run('revisions', ...args);

    expect(refused).toMatchObject({ code, errors: expect.stringContaining(reason) });
  });
});
