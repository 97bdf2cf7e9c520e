import { Injectable } from '@nestjs/common';
import { type Bundle, ContentModelService, isMultiple, type ResourceType } from '@content-service/bundles';
import { type Departure, type Entry, EntryStore } from '@content-service/entries';
import type { Json, JsonObject } from '@content-service/kernel';
import { SITE_FORMAT } from './site-line.js';

const PAGE = 200;

/** Entity types in the order in which entries of one rarely point at entries of a later one. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node'];

/** Writes site packages: everything the site shows, published or not; no accounts, clients, settings or secrets. */
@Injectable()
export class SiteExporter {
  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
  ) {}

  /** The lines of the package, without line ends. */
  async *lines(): AsyncGenerator<string> {
    const types = [...this.bundles.current().resourceTypes].sort(
      (a, b) => ORDER.indexOf(a.entityType.name) - ORDER.indexOf(b.entityType.name),
    );
    yield JSON.stringify({ kind: 'header', format: SITE_FORMAT });
    for (const { entityType, bundle } of types)
      if (entityType.bundles === 'many') yield JSON.stringify(bundleLine(bundle));
    for (const type of types)
      for await (const entry of this.entriesOf(type.name)) yield JSON.stringify(entryLine(entry, type));
  }

  /** All entries of a type in order of creation, read page by page behind the last one. */
  private async *entriesOf(type: string): AsyncGenerator<Entry> {
    const query = { type, publishedOnly: false, sort: [], limit: PAGE };
    let from: Departure | undefined;
    do {
      const { places, more } = await this.store.seek(from === undefined ? query : { ...query, from });
      const found = await this.store.getMany(places.map(({ id }) => id));
      for (const { id } of places) {
        const entry = found.get(id);
        if (entry !== undefined) yield entry;
      }
      const last = places.at(-1);
      from = more && last !== undefined ? { direction: 'after', place: last } : undefined;
    } while (from !== undefined);
  }
}

function bundleLine({ entityType, bundle, label, description, fields }: Bundle): object {
  return { kind: 'bundle', entityType, bundle, label, description, fields };
}

function entryLine(entry: Entry, type: ResourceType): object {
  if (type.name === 'user--user') return userLine(entry);
  return {
    kind: 'entry',
    published: entry.published,
    resource: {
      type: entry.type,
      id: entry.id,
      attributes: Object.fromEntries(
        type.attributes.flatMap(({ name }) => {
          const value = entry.attributes[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      relationships: Object.fromEntries(
        type.relationships.map((field) => {
          const linkage = entry.relationships[field.name] ?? [];
          return [field.name, { data: isMultiple(field) ? linkage : (linkage[0] ?? null) }];
        }),
      ),
    },
  };
}

/** The login name is no attribute that an `entry` line could carry. */
function userLine({ id, published, attributes }: Entry): JsonObject {
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
