import {
  type Bundle,
  defineField,
  type Field,
  FIELD_TYPES,
  isMultiple,
  isReference,
  type StoredModel,
} from '@content-service/bundles';
import {
  type Condition,
  Entry,
  type Identifier,
  type IndexValue,
  type Operator,
  type PathEnd,
  type Sort,
} from '@content-service/entries';
import type { Json } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { buildQuery } from './queries.js';
import { newId } from './sample.js';

let created = 0;

/** A field of a bundle that a test makes; its name is its type unless another is given. */
export function field(type: Field['type'], rest: Partial<Field> = {}): Field {
  return { ...defineField(`field_${type}`, type), ...rest };
}

/** A bundle of nodes that one test alone changes, and entries of it. */
export class TestBundle {
  readonly name = `bundle_${(created += 1)}`;
  readonly type = `node--${this.name}`;
  private fields: readonly Field[] = [];

  constructor(private readonly storage: Storage) {}

  /** Stores the definition of the bundle at the current version of the model. */
  async put(...fields: readonly Field[]): Promise<StoredModel> {
    this.fields = fields;
    const { version } = await this.storage.bundles.load();
    return this.storage.bundles.applyChange({ kind: 'put', bundle: this.definition() }, version);
  }

  async remove(): Promise<StoredModel> {
    const { version } = await this.storage.bundles.load();
    return this.storage.bundles.applyChange(
      { kind: 'remove', entityType: 'node', bundle: this.name },
      version,
    );
  }

  definition(): Omit<Bundle, 'since'> {
    return { entityType: 'node', bundle: this.name, label: 'Shelf', fields: this.fields };
  }

  /** A new entry, written by a version of the model. */
  entry(
    modelVersion: number,
    attributes: Readonly<Record<string, Json>> = {},
    relationships: Readonly<Record<string, readonly Identifier[]>> = {},
  ): Entry {
    const times = { created: 1_700_000_000, changed: 1_700_000_000, position: (created += 1) };
    const head = { id: newId(), type: this.type, published: true, version: 1, modelVersion, ...times };
    return Entry.of(head, { title: 'Untitled', status: true, ...attributes }, relationships);
  }

  /** Stores entries written by the present model. */
  async add(...values: readonly Readonly<Record<string, Json>>[]): Promise<Entry[]> {
    const { version } = await this.storage.bundles.load();
    const entries = values.map((attributes) => this.entry(version, attributes));
    await this.storage.entries.apply(entries.map((entry) => ({ kind: 'insert', entry })));
    return entries;
  }

  /** How many entries of the bundle meet a condition on a field it has now. */
  async count(name: string, operator: Operator, ...values: readonly IndexValue[]): Promise<number> {
    const filter: Condition = { kind: 'condition', path: this.path(name), operator, values };
    const { ids } = await this.storage.entries.findIds(buildQuery(this.type, { filter }));
    const count = await this.storage.entries.count(buildQuery(this.type, { filter }));
    if (ids.length !== count) throw new Error(`${ids.length} ids were found, but ${count} counted.`);
    return count;
  }

  /** The titles of all entries in the order of a field. */
  async findTitlesSorted(name: string): Promise<unknown[]> {
    const { ids } = await this.storage.entries.findIds(buildQuery(this.type, { sort: [this.sort(name)] }));
    const entries = await this.storage.entries.getMany(ids);
    return ids.map((id) => entries.get(id)?.attributes['title']);
  }

  /** A sort by a field that the bundle has now. */
  sort(name: string): Sort {
    return { path: this.path(name), direction: 'ascending', publishedOnly: false };
  }

  private path(name: string): Condition['path'] {
    const found = this.fields.find((candidate) => candidate.name === name) ?? field('string', { name });
    if (!isReference(found)) return { text: name, steps: [], end: this.end(found) };
    const step = {
      field: name,
      sourceTypes: [this.type],
      targetTypes: found.settings.targetTypes ?? [],
      multiple: isMultiple(found),
      publishedTargetsOnly: false,
    };
    return { text: `${name}.id`, steps: [step], end: { kind: 'id' } };
  }

  private end(found: Field): PathEnd {
    const [property] = FIELD_TYPES[found.type].getProperties(found);
    if (property === undefined) throw new Error(`${found.name} cannot be compared.`);
    return { kind: 'property', field: found.name, property, types: [this.type], multiple: isMultiple(found) };
  }
}
