import { jest } from '@jest/globals';
import { ContentModel, defineField, type Field, UNLIMITED } from '@content-service/bundles';
import { EntryReader, resolveInclude } from '@content-service/entries';
import { ANONYMOUS } from '@content-service/scopes';
import { bundle, insert, put, sample } from '../testing/sample-content.js';
import { StatementLog } from '../testing/statement-log.js';
import { describeOnEngines } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';

jest.setTimeout(60_000);

/** Of each kind; every one links to all of the next kind, so that the number of rows is large. */
const AMOUNT = 60;

await describeOnEngines('a page of 50 with three include levels', (engine) => {
  const log = new StatementLog();
  let storage: TypeOrmStorage;
  beforeAll(async () => {
    storage = new TypeOrmStorage(await engine.create(), log);
    await storage.open();
    await storage.migrate();
    const shelves = await fill('shelf');
    const books = await fill('book', shelves);
    const chapters = await fill('chapter', books);
    await fill('page', chapters);
  });
  afterAll(() => storage.close());

  it('takes two statements, one for the count, and one for each level', async () => {
    const { version, bundles } = await storage.bundles.load();
    const model = new ContentModel(version, bundles);
    const type = model.find('node--page')!;
    const include = resolveInclude(['field_next.field_next.field_next'], [type], model, 3);
    const context = { principal: ANONYMOUS, model, include, includedMaximum: 3 * AMOUNT };
    const reader = new EntryReader(storage.entries);
    const before = log.sent.length;

    const page = await reader.collection({ type, sort: [], offset: 0, limit: 50 }, context);

    expect([page.entries.length, page.count, page.included?.length]).toEqual([50, AMOUNT, 3 * AMOUNT]);
    expect(log.sent.length - before).toBeLessThanOrEqual(2 + 1 + 3);
  });

  /** Makes a bundle with its entries, all of which link to all targets. */
  async function fill(name: string, targets: readonly Target[] = []): Promise<readonly Target[]> {
    const type = `node--${name}`;
    const { version } = await put(storage, bundle(name, linkTo(targets[0]?.type ?? type)));
    const entries = Array.from({ length: AMOUNT }, () =>
      sample(type, version, { title: name }, { field_next: targets }),
    );
    await storage.entries.apply(entries.map(insert));
    return entries.map(({ id }) => ({ type, id }));
  }
});

interface Target {
  readonly type: string;
  readonly id: string;
}

function linkTo(type: string): Field {
  return defineField('field_next', 'entity_reference', {
    cardinality: UNLIMITED,
    settings: { targetTypes: [type] },
  });
}
