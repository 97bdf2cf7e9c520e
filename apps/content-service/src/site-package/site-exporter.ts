import { Injectable } from '@nestjs/common';
import { type Bundle, ContentModelService, isMultiple, type ResourceType } from '@content-service/bundles';
import { type Entry, EntryStore, readAllEntries } from '@content-service/entries';
import type { Json, JsonObject } from '@content-service/kernel';
import { SITE_FORMAT } from './site-line.js';

/** Entity types in an order with few forward references. */
const ORDER = ['user', 'file', 'taxonomy_term', 'media', 'node'];

/** Exports site packages: bundles and all entries, published or not; no accounts, clients, settings or secrets. */
@Injectable()
export class SiteExporter {
  constructor(
    private readonly store: EntryStore,
    private readonly bundles: ContentModelService,
  ) {}

  /** Yields the lines of the package without line ends. */
  async *lines(): AsyncGenerator<string> {
    const types = [...this.bundles.current().resourceTypes].sort(
      (a, b) => ORDER.indexOf(a.entityType.name) - ORDER.indexOf(b.entityType.name),
    );
    yield JSON.stringify({ kind: 'header', format: SITE_FORMAT });
    for (const { entityType, bundle } of types)
      if (entityType.bundles === 'many') yield JSON.stringify(toBundleLine(bundle));
    for (const type of types)
      for await (const entry of readAllEntries(this.store, type.name))
        yield JSON.stringify(toEntryLine(entry, type));
  }
}

function toBundleLine({ entityType, bundle, label, description, fields }: Bundle): object {
  return { kind: 'bundle', entityType, bundle, label, description, fields };
}

function toEntryLine(entry: Entry, type: ResourceType): object {
  if (type.name === 'user--user') return toUserLine(entry);
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

/** The login name is not an attribute, so profiles have a line kind of their own. */
function toUserLine({ id, published, attributes }: Entry): JsonObject {
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
