import { Injectable } from '@nestjs/common';
import {
  type Bundle,
  type ContentModel,
  ContentModelService,
  isMultiple,
  type ResourceType,
} from '@content-service/bundles';
import {
  type Entry,
  type EntrySchedule,
  EntryScheduleStore,
  EntryStore,
  readAllEntries,
  toScheduleAttributes,
} from '@content-service/entries';
import type { Json, Uuid } from '@content-service/kernel';
import { SITE_FORMAT } from './site-line.js';

/** Entity types in an order with few forward references. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node'];

const SCHEDULES_AT_ONCE = 1000;

/** What one line of a site package says. */
export interface SiteRecord {
  readonly kind: 'header' | 'bundle' | 'user' | 'entry';
  readonly [member: string]: unknown;
}

/** Exports site packages: bundles and all entries, published or not, with their schedules; no accounts, clients, settings or secrets. */
@Injectable()
export class SiteExporter {
  constructor(
    private readonly store: EntryStore,
    private readonly schedules: EntryScheduleStore,
    private readonly bundles: ContentModelService,
  ) {}

  /** The number of entries that the package will have, each in a line of its own. */
  async countEntries(): Promise<number> {
    const types = this.bundles.current().resourceTypes.map(({ name }) => name);
    const counts = await Promise.all(
      types.map((type) => this.store.count({ type, filter: undefined, publishedOnly: false })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Yields the lines of the package without line ends. */
  async *lines(): AsyncGenerator<string> {
    for await (const record of this.records()) yield JSON.stringify(record);
  }

  /** Yields what the lines of the package say: a header, bundles, and entries in the order of their creation by type. */
  async *records(): AsyncGenerator<SiteRecord> {
    const model = this.bundles.current();
    const schedules = await this.readSchedules();
    const types = [...model.resourceTypes].sort(
      (a, b) => ORDER.indexOf(a.entityType.name) - ORDER.indexOf(b.entityType.name),
    );
    yield { kind: 'header', format: SITE_FORMAT };
    for (const { entityType, bundle } of types)
      if (entityType.bundles === 'many') yield toBundleRecord(bundle);
    for (const type of types)
      for await (const entry of readAllEntries(this.store, type.name))
        yield toEntryRecord(entry, type, model, schedules.get(entry.id));
  }

  /** Most entries have none, so all fit into memory. */
  private async readSchedules(): Promise<ReadonlyMap<Uuid, readonly EntrySchedule[]>> {
    const found = new Map<Uuid, EntrySchedule[]>();
    for (let after: EntrySchedule | undefined, more = true; more;) {
      const page = await this.schedules.page({}, { after, limit: SCHEDULES_AT_ONCE });
      for (const schedule of page.schedules)
        found.set(schedule.entryId, [...(found.get(schedule.entryId) ?? []), schedule]);
      after = page.schedules.at(-1);
      more = page.more;
    }
    return found;
  }
}

function toBundleRecord({ entityType, bundle, label, description, fields }: Bundle): SiteRecord {
  return { kind: 'bundle', entityType, bundle, label, description, fields };
}

/** What the line of an entry in a site package says. References to entries of removed bundles are left out. */
export function toEntryRecord(
  entry: Entry,
  type: ResourceType,
  model: ContentModel,
  schedules: readonly EntrySchedule[] = [],
): SiteRecord {
  if (type.name === 'user--user') return toUserRecord(entry);
  return {
    kind: 'entry',
    published: entry.published,
    resource: {
      type: entry.type,
      id: entry.id,
      attributes: {
        ...Object.fromEntries(
          type.attributes.flatMap(({ name }) => {
            const value = entry.attributes[name];
            return value === undefined ? [] : [[name, value]];
          }),
        ),
        ...toScheduleAttributes(schedules),
      },
      relationships: Object.fromEntries(
        type.relationships.map((field) => {
          const stored = entry.relationships[field.name] ?? [];
          const linkage = stored.filter((target) => model.find(target.type) !== undefined);
          return [field.name, { data: isMultiple(field) ? linkage : (linkage[0] ?? null) }];
        }),
      ),
    },
  };
}

/** The login name is not an attribute, so profiles have a line kind of their own. */
function toUserRecord({ id, published, attributes }: Entry): SiteRecord {
  const value = (name: string): Json => attributes[name] ?? null;
  return {
    kind: 'user',
    id,
    name: value('name'),
    display_name: value('display_name'),
    published,
    created: value('created'),
    changed: value('changed'),
  };
}
