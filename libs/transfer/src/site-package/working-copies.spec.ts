import { ContentModelService } from '@content-service/bundles';
import { type EntryCopy, type EntryEditor, MonotonicPositionGenerator } from '@content-service/entries';
import { FakeClock, type JsonObject } from '@content-service/kernel';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { ImportReport } from './import-report.js';
import { SiteExporter } from './site-exporter.js';
import {
  article,
  ARTICLES,
  createEditor,
  createImporter,
  HEADER,
  tag,
  TAGS,
  toUuid,
} from './site-package.fixture.js';

/** A site with its own storage. */
class Site {
  readonly storage = new RecordStorage(new MemoryRecordStore());
  private readonly clock = new FakeClock();
  private readonly models = new ContentModelService(this.storage.bundles);
  private readonly positions = new MonotonicPositionGenerator(this.clock);

  import(lines: readonly object[]): Promise<ImportReport> {
    const importer = createImporter(this.storage, this.models, this.positions, this.clock);
    return importer.import(lines.map((line) => JSON.stringify(line)));
  }

  async export(drafts: boolean): Promise<object[]> {
    const { entries, entrySchedules, entryRevisions } = this.storage;
    const exporter = new SiteExporter(entries, entrySchedules, this.models, entryRevisions);
    const lines: object[] = [];
    for await (const line of exporter.lines({ drafts })) lines.push(JSON.parse(line) as object);
    return lines;
  }

  async saveCopy(id: string, draft: Parameters<EntryEditor['saveCopy']>[2]): Promise<void> {
    const editor = createEditor(this.storage, this.positions, this.clock);
    const [model, reloadModel] = [() => this.models.current(), () => this.models.refresh()];
    await editor.saveCopy('node--article', id, draft, { model, reloadModel });
  }

  async findCopy(id: string): Promise<EntryCopy | undefined> {
    return (await this.storage.entryRevisions.findCopies([id])).get(id);
  }
}

const ID = toUuid(2);
const CONTENT = [HEADER, TAGS, ARTICLES, tag(1), article(2, { body: text('<p>Live</p>') }), tag(3)];
const DRAFT = {
  attributes: { title: 'Not published', body: text('<p>Draft</p>') },
  relationships: { field_tags: { data: [{ type: 'taxonomy_term--tags', id: toUuid(3) }] } },
};
const line = (resource: object): object => ({ kind: 'workingCopy', resource: { id: ID, ...resource } });

function text(value: string): JsonObject {
  return { value, format: 'basic_html' };
}

describe('the working copies of a site package', () => {
  it('are behind the entries when they are wanted, and are the same after an import', async () => {
    const [site, target] = [new Site(), new Site()];
    await site.import(CONTENT);
    await site.saveCopy(ID, DRAFT);

    const packed = await site.export(true);
    const first = await target.import(packed);
    const second = await target.import(packed);

    expect(await site.export(false)).toEqual(packed.slice(0, -1));
    expect(packed.at(-1)).toMatchObject({
      kind: 'workingCopy',
      resource: {
        ...{ type: 'node--article', id: ID, attributes: DRAFT.attributes },
        relationships: { field_tags: { data: [{ type: 'taxonomy_term--tags', id: toUuid(3) }] } },
      },
    });
    expect(first).toMatchObject({ inserted: 3, updated: 1, problems: [], warnings: [] });
    expect(second).toMatchObject({ inserted: 0, updated: 0, problems: [], warnings: [] });
    const [before, after] = [await site.findCopy(ID), await target.findCopy(ID)];
    expect(after?.content).toEqual(before?.content);
    expect(after?.head.base).toEqual(before?.head.base);
    expect(await target.export(true)).toEqual(packed);
  });

  it('start from the references of their entries to later lines', async () => {
    const target = new Site();
    const host = article(2, {}, [3]);

    const { problems } = await target.import([
      ...[HEADER, TAGS, ARTICLES, host, tag(3)],
      line({ type: 'node--article', relationships: { field_tags: { data: [] } } }),
    ]);

    expect(problems).toEqual([]);
    expect(Object.keys((await target.findCopy(ID))?.head.base ?? {})).toEqual(['field_tags']);
  });

  it.each([
    ['an entry that does not exist', { type: 'node--article', id: toUuid(9) }, /./],
    ['a type without working copies', { type: 'user--user' }, /have no working copies/],
    ['an unknown type', { type: 'node--unknown' }, /have no working copies/],
    ['a value that is refused', { type: 'node--article', attributes: { title: 'x'.repeat(300) } }, /title/],
  ])('of %s are refused and named by their line', async (_, resource, message) => {
    const target = new Site();

    const { problems } = await target.import([...CONTENT, line(resource)]);

    expect(problems).toEqual([
      { line: CONTENT.length + 1, entry: expect.any(String), message: expect.stringMatching(message) },
    ]);
    expect(await target.findCopy(ID)).toBeUndefined();
  });
});
