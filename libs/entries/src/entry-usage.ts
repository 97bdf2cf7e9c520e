import {
  ContentUsage,
  type EntryCount,
  type Field,
  FIELD_TYPES,
  isMultiple,
  isReference,
  getTargetTypes,
  type TextFormatter,
  UNLIMITED,
} from '@content-service/bundles';
import { DomainError, type Json, NO_MONITOR, type ProgressMonitor } from '@content-service/kernel';
import type { Entry } from './entry.js';
import { type EntryStore, readAllEntries } from './entry.store.js';
import type { Condition, Filter } from './query/entry-query.js';

/** Between two reports to the monitor. */
const REPORTED_ENTRIES = 1000;

/** Counts the entries that depend on a part of the content model. */
export class EntryUsage extends ContentUsage {
  /** @param monitor is told how many entries were read where all have to be */
  constructor(
    private readonly store: EntryStore,
    private readonly monitor: ProgressMonitor = NO_MONITOR,
  ) {
    super();
  }

  override countEntries(type: string): Promise<number> {
    return this.store.count({ type, publishedOnly: false });
  }

  /** Uses a filter where the field has properties, otherwise reads the entries. */
  override async countWithValue(type: string, field: Field, maximum?: number): Promise<EntryCount> {
    const filter = buildValueFilter(type, field);
    if (filter === undefined)
      return this.countMatching(type, (entry) => getValues(entry, field).length > 0, maximum);
    const selection = { type, filter, publishedOnly: false };
    if (maximum === undefined) return { entries: await this.store.count(selection), isMinimum: false };
    const query = { ...selection, sort: [], offset: 0, limit: maximum };
    const { ids, more } = await this.store.findIds(query);
    return { entries: ids.length, isMinimum: more };
  }

  override async countIncompatible(type: string, field: Field): Promise<number> {
    return (await this.countMatching(type, (entry) => !isCompatible(entry, field, type))).entries;
  }

  private async countMatching(
    type: string,
    predicate: (entry: Entry) => boolean,
    maximum = Infinity,
  ): Promise<EntryCount> {
    let [entries, done] = [0, 0];
    for await (const entry of readAllEntries(this.store, type)) {
      if (done >= maximum) return { entries, isMinimum: true };
      if (predicate(entry)) entries += 1;
      done += 1;
      if (done % REPORTED_ENTRIES === 0) await this.monitor.report({ phase: 'check', done });
    }
    return { entries, isMinimum: false };
  }
}

/** A filter for entries with a value of the field; `undefined` when the field has no properties. */
function buildValueFilter(type: string, field: Field): Filter | undefined {
  const { name } = field;
  const multiple = isMultiple(field);
  const createCondition = (path: Pick<Condition['path'], 'steps' | 'end'>): Condition => ({
    kind: 'condition',
    path: { text: name, ...path },
    operator: 'IS NOT NULL',
    values: [],
  });
  if (isReference(field)) {
    const targets = getTargetTypes(field, type);
    const step = {
      field: name,
      sourceTypes: [type],
      targetTypes: targets,
      multiple,
      publishedTargetsOnly: false,
    };
    return createCondition({ steps: [step], end: { kind: 'id' } });
  }
  const members = FIELD_TYPES[field.type].getProperties(field).map((property) =>
    createCondition({
      steps: [],
      end: { kind: 'property', field: name, property, types: [type], multiple },
    }),
  );
  return members.length === 0 ? undefined : { kind: 'group', conjunction: 'OR', members };
}

function getValues(entry: Entry, field: Field): readonly Json[] {
  const value = entry.attributes[field.name] ?? null;
  if (isMultiple(field) && Array.isArray(value)) return value as readonly Json[];
  return value === null ? [] : [value];
}

/** Whether the entry has no value under the name of the field, or one that the field can hold in the same form. */
function isCompatible(entry: Entry, field: Field, type: string): boolean {
  if (isReference(field)) {
    const linkage = entry.relationships[field.name] ?? [];
    const targets = getTargetTypes(field, type);
    return (
      isWithinCardinality(linkage.length, field) && linkage.every((target) => targets.includes(target.type))
    );
  }
  const value = entry.attributes[field.name] ?? null;
  if (value === null) return true;
  if (Array.isArray(value) ? !acceptsLists(field) : isMultiple(field)) return false;
  const values = getValues(entry, field);
  return isWithinCardinality(values.length, field) && values.every((item) => isValidValue(item, field));
}

function acceptsLists(field: Field): boolean {
  return isMultiple(field) || FIELD_TYPES[field.type].acceptsLists === true;
}

function isWithinCardinality(count: number, { cardinality }: Field): boolean {
  return cardinality === UNLIMITED || count <= cardinality;
}

/** A formatter for validation: the HTML of stored text is not computed again. */
const NULL_FORMATTER: TextFormatter = { toHtml: () => '' };

function isValidValue(item: Json, field: Field): boolean {
  try {
    const parsed = FIELD_TYPES[field.type].parse(item, field, { formatter: NULL_FORMATTER });
    return typeof parsed === 'object' ? typeof item === 'object' : parsed === item;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
