import { readdirSync, readFileSync } from 'node:fs';
import { Workshop } from '../restore/backup-site.js';
import { DrupalSource, type Resource } from './drupal-source.js';
import { fieldTypes, messages, MigratedSite, type Report } from './migrated-site.js';

/** Each test has a database of its own, which a busy server takes long to create. */
/** Answers that were recorded of a site with Drupal 11. */
const RECORDED = new URL('recorded/', import.meta.url);

interface RecordedAnswer {
  readonly body: { readonly data: Resource | readonly Resource[] };
}

/** The resources of the recorded answers, each once, in the order of their ids. */
function readResources(): readonly Resource[] {
  const answers = readdirSync(RECORDED).map(
    (name) => JSON.parse(readFileSync(new URL(name, RECORDED), 'utf8')) as RecordedAnswer,
  );
  const resources = answers.flatMap(({ body }) => body.data);
  return [...new Map(resources.map((resource) => [resource.id, resource])).values()].toSorted((a, b) =>
    a.id.localeCompare(b.id),
  );
}

describe('content-service import-jsonapi of a recorded Drupal 11 site', () => {
  const resources = readResources();
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  let report: Report;
  let imported: ReadonlyMap<string, Resource>;
  beforeAll(async () => {
    source = await DrupalSource.start(resources);
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
    report = await site.takeOver();
    imported = await site.exportResources();
  });
  afterAll(async () => {
    await source.stop();
    await workshop.remove();
  });

  it('derives the model that the recorded values and targets show', () => {
    expect(report.types.map(({ type, read }) => [type, read])).toEqual([
      ['node--article', 3],
      ['node--page', 1],
      ['taxonomy_term--tags', 4],
      ['media--document', 1],
    ]);
    expect(fieldTypes(report, 'node--article')).toEqual({
      ...{ status: 'boolean', title: 'string', created: 'timestamp', changed: 'timestamp' },
      ...{ body: 'text_with_summary', field_code: 'string', field_date: 'datetime', field_day: 'datetime' },
      ...{
        field_event_date: 'daterange',
        field_featured: 'boolean',
        field_links: 'link',
        field_list: 'string',
      },
      ...{ field_multi: 'string', field_price: 'decimal', field_rating: 'integer', field_score: 'float' },
      ...{ field_stamp: 'datetime', field_summary: 'string', uid: 'entity_reference' },
      ...{ field_any: 'entity_reference', field_tags: 'entity_reference' },
    });
    expect(report.types[0]?.leftOut).toEqual([
      { name: 'field_email', reason: 'without any value' },
      { name: 'field_category', reason: 'points at taxonomy_term--category only' },
      { name: 'field_media', reason: 'without any target' },
      { name: 'field_related', reason: 'without any target' },
    ]);
  });

  it.each(resources.map(({ type, id }) => [type, id]))('keeps the attributes of %s %s', (type, id) => {
    const recorded = resources.find((resource) => resource.id === id)?.attributes ?? {};
    const kept = Object.entries(recorded).filter(([name]) => Object.hasOwn(fieldTypes(report, type), name));

    expect(kept.length).toBeGreaterThan(3);
    expect(imported.get(id)?.attributes).toMatchObject(Object.fromEntries(kept));
  });

  it.each(resources.map(({ type, id }) => [type, id]))(
    'keeps the references of %s %s to what was recorded, in their order',
    (type, id) => {
      const { relationships: recorded = {} } = resources.find((resource) => resource.id === id) ?? {};
      const fields = Object.entries(recorded).filter(([name]) =>
        Object.hasOwn(fieldTypes(report, type), name),
      );
      const kept = fields.map(([name, relationship]) => [name, getTargets(relationship).filter(isRecorded)]);

      const { relationships = {} } = imported.get(id) ?? {};
      const stored = kept.map(([name]) => [name, getTargets(relationships[name as string])]);
      expect(stored).toEqual(kept);
    },
  );

  it('reports references to what was not recorded, and stores nothing for them', () => {
    expect(report.problems).toEqual([]);
    const counts = report.notes.map(({ message, count }) => `${count} ${message.split(' ')[0]}`);
    expect(counts.toSorted()).toEqual([
      ...['1 field_any', '1 field_media_file', '1 node--page.field_category:'],
      ...['3 node--article.field_category:', '4 field_tags', '5 uid'],
    ]);
    const reasons = messages(report.notes).map(
      (message) => /does not exist|not taken over/.exec(message)?.[0],
    );
    expect(new Set(reasons)).toEqual(new Set(['does not exist', 'not taken over']));
  });

  it('changes nothing when it is repeated', async () => {
    expect((await site.takeOver()).stored).toEqual({ bundles: 0, inserted: 0, updated: 0, unchanged: 9 });
  });

  function isRecorded(target: string): boolean {
    return resources.some(({ type, id }) => target === `${type} ${id}`);
  }
});

/** Type and id of each target of a relationship object. */
function getTargets(relationship: unknown): readonly string[] {
  const { data } = relationship as { data: Resource | readonly Resource[] | null };
  return [data ?? []].flat().map(({ type, id }) => `${type} ${id}`);
}
