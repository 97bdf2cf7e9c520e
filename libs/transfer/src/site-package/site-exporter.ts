import {
  type Bundle,
  type ContentModel,
  type ContentModelService,
  isMultiple,
  isReference,
  type ResourceType,
} from '@content-service/bundles';
import {
  type Entry,
  type EntrySchedule,
  type EntryScheduleStore,
  type EntryStore,
  formatTarget,
  readAllEntries,
  toScheduleAttributes,
} from '@content-service/entries';
import type { FileStore } from '@content-service/files';
import type { Json, Uuid } from '@content-service/kernel';
import type { SiteSettingsService } from '@content-service/site-settings';
import type { FileProblems } from '../file-bytes/file-problems.js';
import { findStoredFile } from '../file-bytes/stored-file.js';
import { toBytesLines } from './bytes-lines.js';
import { SITE_FORMAT } from './site-line.js';

/** Entity types in an order with few forward references. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node', 'redirect', 'menu_link_content'];

const SCHEDULES_AT_ONCE = 1000;

/** One line of a site package, before it becomes text. */
export interface ExportedLine {
  readonly kind: 'header' | 'menu' | 'bundle' | 'user' | 'entry';
  readonly [member: string]: unknown;
}

/** Where the bytes of files are read, and what could not be read. */
export interface ExportedFiles {
  readonly store: FileStore;
  readonly problems: FileProblems;
}

/** Exports site packages: menus, bundles and all entries, published or not, with their schedules; no accounts, clients, other settings or secrets. */
export class SiteExporter {
  /** @param settings without them menus are left out, as in backups, which have all settings */
  constructor(
    private readonly store: EntryStore,
    private readonly schedules: EntryScheduleStore,
    private readonly bundles: ContentModelService,
    private readonly settings?: Pick<SiteSettingsService, 'current'>,
  ) {}

  /** The number of entries that the package will have, each in a line of its own. */
  async countEntries(): Promise<number> {
    const types = this.bundles.current().resourceTypes.map(({ name }) => name);
    const counts = await Promise.all(
      types.map((type) => this.store.count({ type, filter: undefined, publishedOnly: false })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Yields the lines of the package without line ends. @param files `undefined` leaves the bytes of files out */
  async *lines(files?: ExportedFiles): AsyncGenerator<string> {
    for await (const line of this.objects()) {
      if (files !== undefined)
        for await (const bytes of toFileLines(line, files)) yield JSON.stringify(bytes);
      yield JSON.stringify(line);
    }
  }

  /** Yields the lines of the package as objects: a header, menus, bundles, and entries in the order of their creation by type. */
  async *objects(): AsyncGenerator<ExportedLine> {
    const model = this.bundles.current();
    const schedules = await this.readSchedules();
    const types = [...model.resourceTypes].sort(
      (a, b) => ORDER.indexOf(a.entityType.name) - ORDER.indexOf(b.entityType.name),
    );
    yield { kind: 'header', format: SITE_FORMAT };
    for (const menu of this.settings?.current().menus ?? []) yield { kind: 'menu', ...menu };
    for (const { entityType, bundle } of types) if (entityType.bundles === 'many') yield toBundleLine(bundle);
    for (const type of types)
      for await (const entry of readAllEntries(this.store, type.name))
        yield toEntryLine(entry, type, model, schedules.get(entry.id));
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

/** The lines with bytes that are in front of a line. */
async function* toFileLines(line: ExportedLine, { store, problems }: ExportedFiles): AsyncGenerator<object> {
  const file = findStoredFile(line);
  if (file !== undefined) yield* toBytesLines(file, store, problems);
}

function toBundleLine({ entityType, bundle, label, description, fields }: Bundle): ExportedLine {
  return { kind: 'bundle', entityType, bundle, label, description, fields };
}

/** The line of an entry. References to entries of removed bundles are left out. */
export function toEntryLine(
  entry: Entry,
  type: ResourceType,
  model: ContentModel,
  schedules: readonly EntrySchedule[] = [],
): ExportedLine {
  if (type.name === 'user--user') return toUserLine(entry);
  return {
    kind: 'entry',
    published: entry.published,
    resource: {
      type: entry.type,
      id: entry.id,
      attributes: {
        ...Object.fromEntries(
          type.attributes.flatMap((field) => {
            const value = isReference(field) ? formatTarget(entry, field) : entry.attributes[field.name];
            return value === undefined ? [] : [[field.name, value]];
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
function toUserLine({ id, published, attributes }: Entry): ExportedLine {
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
