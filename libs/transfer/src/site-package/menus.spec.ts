import { AuditTrail } from '@content-service/audit';
import { ContentModelService } from '@content-service/bundles';
import { MonotonicPositionGenerator } from '@content-service/entries';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import { SiteSettingsService } from '@content-service/site-settings';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import type { ImportReport } from './import-report.js';
import { SiteExporter } from './site-exporter.js';
import { createImporter, HEADER, toUuid } from './site-package.fixture.js';

const TYPE = 'menu_link_content--menu_link_content';
const TOP = { kind: 'menu', name: 'top', label: 'Top' };

const link = (n: number, attributes: object = {}): object => ({
  kind: 'entry',
  resource: {
    type: TYPE,
    id: toUuid(n),
    attributes: { title: `Link ${n}`, menu_name: 'top', link: { uri: 'internal:/' }, ...attributes },
  },
});

/** A site that packages are loaded into and exported from. */
class PackagedSite {
  private readonly clock = new FakeClock();
  private readonly storage = new RecordStorage(new MemoryRecordStore());
  private readonly models = new ContentModelService(this.storage.bundles);
  readonly settings = new SiteSettingsService(
    this.storage.siteSettings,
    new AuditTrail(this.storage.audit, new UuidV7Generator(), this.clock),
  );

  load(...lines: readonly object[]): Promise<ImportReport> {
    const positions = new MonotonicPositionGenerator(this.clock);
    const importer = createImporter(this.storage, this.models, positions, this.clock, this.settings);
    return importer.import(lines.map((line) => JSON.stringify(line)));
  }

  async export(): Promise<object[]> {
    const { entries, entrySchedules, entryRevisions } = this.storage;
    const exporter = new SiteExporter(entries, entrySchedules, this.models, entryRevisions, this.settings);
    const lines: object[] = [];
    for await (const line of exporter.lines()) lines.push(JSON.parse(line) as object);
    return lines;
  }
}

describe('the menus of a site package', () => {
  it('are added to those of the site, with links in any order', async () => {
    const site = new PackagedSite();

    const report = await site.load(
      ...[HEADER, TOP, { ...TOP, label: 'Again' }],
      ...[link(1, { parent: `menu_link_content:${toUuid(2)}` }), link(2, { enabled: false })],
    );

    expect(report).toMatchObject({ inserted: 2, problems: [], warnings: [] });
    expect(site.settings.current().menus.map(({ label }) => label)).toEqual([
      'Main navigation',
      'Footer',
      'Top',
    ]);
  });

  it('are the same in a site that loads the exported package, disabled links included', async () => {
    const [one, other] = [new PackagedSite(), new PackagedSite()];
    await one.load(
      ...[HEADER, { ...TOP, description: 'Above' }, link(2)],
      ...[link(1, { parent: `menu_link_content:${toUuid(2)}`, enabled: false, weight: 3 })],
    );
    const lines = await one.export();

    expect(await other.load(...lines)).toMatchObject({ inserted: 2, problems: [], warnings: [] });

    expect(await other.export()).toEqual(lines);
    expect(lines).toContainEqual({ ...TOP, description: 'Above' });
    expect(lines).toContainEqual(
      expect.objectContaining({
        published: false,
        resource: expect.objectContaining({
          attributes: expect.objectContaining({ parent: `menu_link_content:${toUuid(2)}`, weight: 3 }),
          relationships: {},
        }),
      }),
    );
  });

  it('are refused when they are invalid, and so are links in an unknown menu', async () => {
    const site = new PackagedSite();

    const { problems, inserted } = await site.load(HEADER, { ...TOP, name: 'Top!' }, link(1));

    expect(inserted).toBe(0);
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [2, expect.stringContaining('name')],
      [3, expect.stringContaining('menu_name must be a menu of the site (main, footer)')],
    ]);
  });
});
