import {
  ContentUse,
  type Field,
  fieldType,
  isMultiple,
  isReference,
  targetTypes,
  type TextFormatter,
} from '@content-service/bundles';
import { DomainError, type Json } from '@content-service/kernel';
import type { Entry } from './entry.js';
import type { EntryStore } from './entry.store.js';
import type { Condition, Filter } from './query/filter.js';

/** How many entries are read at once where they must be looked at one by one. */
const PAGE = 200;

/** What entries hold, for those who change the content model. */
export class EntryUse extends ContentUse {
  constructor(private readonly store: EntryStore) {
    super();
  }

  override entriesOf(type: string): Promise<number> {
    return this.store.count({ type, publishedOnly: false });
  }

  /** What filters cannot compare is looked at entry by entry. */
  override async entriesWithValue(type: string, field: Field): Promise<number> {
    const filter = valueFilter(type, field);
    if (filter !== undefined) return this.store.count({ type, filter, publishedOnly: false });
    return this.countThose(type, (entry) => valuesIn(entry, field).length > 0);
  }

  override entriesWithMisfit(type: string, field: Field): Promise<number> {
    return this.countThose(type, (entry) => !fits(entry, field, type));
  }

  private async countThose(type: string, isOne: (entry: Entry) => boolean): Promise<number> {
    let count = 0;
    for await (const entry of this.all(type)) if (isOne(entry)) count += 1;
    return count;
  }

  /** All entries of a type in order of creation, read page by page behind the last one. */
  private async *all(type: string): AsyncGenerator<Entry> {
    const window = { type, publishedOnly: false, sort: [], offset: 0, limit: PAGE };
    for (let after: Entry | undefined; ;) {
      const { ids, more } = await this.store.findIds({
        ...window,
        ...(after === undefined ? {} : { after }),
      });
      const found = await this.store.getMany(ids);
      for (const id of ids) {
        const entry = found.get(id);
        if (entry === undefined) continue;
        yield entry;
        after = entry;
      }
      if (!more) return;
    }
  }
}

/** Matches entries with a value of the field; `undefined` when it has nothing that can be compared. */
function valueFilter(type: string, field: Field): Filter | undefined {
  const { name } = field;
  const multiple = isMultiple(field);
  const isThere = (path: Pick<Condition['path'], 'steps' | 'end'>): Condition => ({
    kind: 'condition',
    path: { text: name, ...path },
    operator: 'IS NOT NULL',
    values: [],
  });
  if (isReference(field)) {
    const targets = targetTypes(field, type);
    const step = {
      field: name,
      sourceTypes: [type],
      targetTypes: targets,
      multiple,
      publishedTargetsOnly: false,
    };
    return isThere({ steps: [step], end: { kind: 'id' } });
  }
  const members = fieldType(field.type)
    .properties(field)
    .map((property) =>
      isThere({ steps: [], end: { kind: 'property', field: name, property, types: [type], multiple } }),
    );
  return members.length === 0 ? undefined : { kind: 'group', conjunction: 'OR', members };
}

function valuesIn(entry: Entry, field: Field): readonly Json[] {
  const value = entry.attributes[field.name] ?? null;
  if (isMultiple(field) && Array.isArray(value)) return value as readonly Json[];
  return value === null ? [] : [value];
}

/** Whether the entry holds nothing under the field's name, or what the field could hold in just this form. */
function fits(entry: Entry, field: Field, type: string): boolean {
  if (isReference(field)) {
    const linkage = entry.relationships[field.name] ?? [];
    const targets = targetTypes(field, type);
    return isFew(linkage.length, field) && linkage.every((target) => targets.includes(target.type));
  }
  const value = entry.attributes[field.name] ?? null;
  if (value === null) return true;
  if (Array.isArray(value) ? !takesLists(field) : isMultiple(field)) return false;
  const values = valuesIn(entry, field);
  return isFew(values.length, field) && values.every((item) => isValueOf(item, field));
}

function takesLists(field: Field): boolean {
  return isMultiple(field) || fieldType(field.type).takesLists === true;
}

function isFew(count: number, { cardinality }: Field): boolean {
  return cardinality === -1 || count <= cardinality;
}

/** Formatted text brings its HTML along. */
const AS_IT_IS: TextFormatter = { toHtml: () => '' };

function isValueOf(item: Json, field: Field): boolean {
  try {
    const parsed = fieldType(field.type).parse(item, field, { formatter: AS_IT_IS });
    return typeof parsed === 'object' ? typeof item === 'object' : parsed === item;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
