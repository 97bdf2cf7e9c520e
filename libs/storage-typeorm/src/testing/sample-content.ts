import type { Bundle, Field, StoredModel } from '@content-service/bundles';
import { Entry, type EntryChange, type EntryQuery, type Relationships } from '@content-service/entries';
import { type JsonObject, UuidV7Generator } from '@content-service/kernel';
import type { TypeOrmStorage } from '../typeorm-storage.js';

const ids = new UuidV7Generator();
let position = 1;

export function bundle(name: string, ...fields: readonly Field[]): Omit<Bundle, 'since'> {
  return { entityType: 'node', bundle: name, label: name, fields };
}

export async function putBundle(
  storage: TypeOrmStorage,
  definition: Omit<Bundle, 'since'>,
): Promise<StoredModel> {
  const { version } = await storage.bundles.load();
  return storage.bundles.applyChange({ kind: 'put', bundle: definition }, version);
}

export function createEntry(
  type: string,
  modelVersion: number,
  attributes: JsonObject = {},
  relationships: Relationships = {},
  published = true,
): Entry {
  position += 1;
  const head = { id: ids.next(), type, published, created: 1, changed: 1, version: 1, position };
  return Entry.of({ ...head, modelVersion }, attributes as Entry['attributes'], relationships);
}

/** The next version of an entry without relationships, with another title. */
export function withTitle(entry: Entry, title: string): Entry {
  const { id, type, published, created, changed, version, position, modelVersion } = entry;
  const head = { id, type, published, created, changed, position, modelVersion };
  return Entry.of({ ...head, version: version + 1 }, { title }, {});
}

export const insert = (entry: Entry): EntryChange => ({ kind: 'insert', entry });
/** @param entry a version, stored in place of the one before */
export const update = (entry: Entry): EntryChange => ({
  kind: 'update',
  entry,
  expectedVersion: entry.version - 1,
});
export const remove = ({ id, version }: Entry): EntryChange => ({
  kind: 'delete',
  id,
  expectedVersion: version,
});

/** All entries of a type in which a plain property has a value. */
export function buildEqualQuery(
  type: string,
  name: string,
  kind: 'string' | 'integer',
  value: string | number,
): EntryQuery {
  return {
    type,
    publishedOnly: false,
    sort: [],
    offset: 0,
    limit: 50,
    filter: {
      kind: 'condition',
      operator: '=',
      values: [value],
      path: {
        text: name,
        steps: [],
        end: {
          kind: 'property',
          field: name,
          property: { name: '', kind, caseSensitive: false, scale: 0 },
          types: [type],
          multiple: false,
        },
      },
    },
  };
}
