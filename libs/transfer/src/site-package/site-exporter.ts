import {
  type Bundle,
  type ContentModel,
  type ContentModelService,
  isMultiple,
  isReference,
  type ResourceType,
} from '@content-service/bundles';
import {
  Entry,
  type EntryCopy,
  type EntryRevisionStore,
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
import { readAllCopies } from './read-all-copies.js';
import { toBytesLines } from './bytes-lines.js';
import { SITE_FORMAT } from './site-line.js';

/** Entity types in an order with few forward references. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node', 'redirect', 'menu_link_content'];

const SCHEDULES_AT_ONCE = 1000;

/** One line of a site package, before it becomes text. */
export interface ExportedLine {
  readonly kind: 'header' | 'menu' | 'bundle' | 'user' | 'entry' | 'workingCopy';
  readonly [member: string]: unknown;
}

/** Where the bytes of files are read, and what could not be read. */
export interface ExportedFiles {
  readonly store: FileStore;
  readonly problems: FileProblems;
}

/** What a package has besides the model and the entries. */
export interface ExportOptions {
  /** Without it the bytes of files are left out. */
  readonly files?: ExportedFiles | undefined;
  /** The working copies of published entries. */
  readonly drafts?: boolean | undefined;
}

/** Exports site packages: menus, bundles and all entries, published or not, with their schedules; no accounts, clients, other settings or secrets. */
export class SiteExporter {
  /** @param settings without them menus are left out, as in backups, which have all settings */
  constructor(
    private readonly store: EntryStore,
    private readonly schedules: EntryScheduleStore,
    private readonly models: ContentModelService,
    private readonly revisions: Pick<EntryRevisionStore, 'pageCopies'>,
    private readonly settings?: Pick<SiteSettingsService, 'current'>,
  ) {}

  /** The number of entries that the package will have, each in a line of its own. */
  async countEntries(): Promise<number> {
    const types = this.models.current().resourceTypes.map(({ name }) => name);
    const counts = await Promise.all(
      types.map((type) => this.store.count({ type, filter: undefined, publishedOnly: false })),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Yields the lines of the package without line ends. */
  async *lines({ files, drafts = false }: ExportOptions = {}): AsyncGenerator<string> {
    for await (const line of this.objects()) {
      if (files !== undefined)
        for await (const bytes of toFileLines(line, files)) yield JSON.stringify(bytes);
      yield JSON.stringify(line);
    }
    if (drafts) for await (const line of this.workingCopies()) yield JSON.stringify(line);
  }

  /** Yields the lines of the package as objects: a header, menus, bundles, and entries in the order of their creation by type. */
  async *objects(): AsyncGenerator<ExportedLine> {
    const model = this.models.current();
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

  private async *workingCopies(): AsyncGenerator<ExportedLine> {
    const model = this.models.current();
    for await (const copies of readAllCopies(this.revisions)) {
      const entries = await this.store.getMany(copies.map(({ entryId }) => entryId));
      for (const copy of copies) {
        const [entry, type] = [entries.get(copy.entryId), model.find(copy.type)];
        if (entry !== undefined && type !== undefined) yield toCopyLine(entry, copy, type, model);
      }
    }
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
  const { id, attributes, relationships } = toResource(entry, type, model);
  const scheduled = { ...attributes, ...toScheduleAttributes(schedules) };
  const resource = { type: type.name, id, attributes: scheduled, relationships };
  return { kind: 'entry', published: entry.published, resource };
}

interface ExportedResource {
  readonly id: Uuid;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/** An entry in the form of JSON:API. */
function toResource(entry: Entry, type: ResourceType, model: ContentModel): ExportedResource {
  return {
    id: entry.id,
    attributes: Object.fromEntries(
      type.attributes.flatMap((field) => {
        const value = isReference(field) ? formatTarget(entry, field) : entry.attributes[field.name];
        return value === undefined ? [] : [[field.name, value]];
      }),
    ),
    relationships: Object.fromEntries(
      type.relationships.map((field) => {
        const stored = entry.relationships[field.name] ?? [];
        const linkage = stored.filter((target) => model.find(target.type) !== undefined);
        return [field.name, { data: isMultiple(field) ? linkage : (linkage[0] ?? null) }];
      }),
    ),
  };
}

/** The line of a working copy: the members of it, as a line of the entry would have them. */
function toCopyLine(
  entry: Entry,
  { head, content }: EntryCopy,
  type: ResourceType,
  model: ContentModel,
): ExportedLine {
  const shown = Entry.of(
    entry,
    { ...entry.attributes, ...content.attributes },
    { ...entry.relationships, ...content.relationships },
  );
  const { id, attributes, relationships } = toResource(shown, type, model);
  const pick = <T>(members: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(head.base, name)));
  const resource = { type: type.name, id, attributes: pick(attributes), relationships: pick(relationships) };
  return { kind: 'workingCopy', resource };
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
