import { isJsonObject, type Json } from '@content-service/kernel';
import { classifyValue, type ValueClass } from './classify-value.js';
import type { SourceResource } from './source-documents.js';
import { SourceUnavailable } from './source.errors.js';

/** More fields or types than a content model has: a source that names its fields at random must not fill the memory. */
const FIELDS_MAXIMUM = 1000;
const TYPES_MAXIMUM = 1000;
/** Different texts of one attribute that are kept, for comparison with a list of allowed values. */
const TEXTS_MAXIMUM = 200;
const TEXT_MAXIMUM = 255;

/** Observations about one attribute in all documents. */
export interface ObservedAttribute {
  /** True when a document has a list. */
  isList: boolean;
  /** True when a document has one value that is no list. */
  isSingle: boolean;
  /** The largest number of items. */
  items: number;
  readonly classes: Set<ValueClass>;
  /** Digits after the point of decimals. */
  readonly scales: Set<number>;
  /** Different texts; `undefined` when there are many. */
  texts: Set<string> | undefined;
}

/** Observations about one relationship in all documents. */
export interface ObservedRelationship {
  isList: boolean;
  /** True when a reference has an alternative text, which images have. */
  hasTexts: boolean;
  /** The number of references by resource type. */
  readonly targets: Map<string, number>;
}

export interface ObservedType {
  resources: number;
  readonly attributes: Map<string, ObservedAttribute>;
  readonly relationships: Map<string, ObservedRelationship>;
}

/** Stand-ins for targets that do not exist or are no resources, as Drupal writes them. */
export const ABSENT_IDS: ReadonlySet<string> = new Set(['missing', 'virtual']);

/** The fields of the resources of a site, by resource type. Its size does not depend on the number of resources. */
export class ObservedSite {
  readonly types = new Map<string, ObservedType>();

  /** @throws SourceUnavailable when there are more types or fields than a content model has */
  add({ type, attributes, relationships }: SourceResource): void {
    const observed = getOrAdd(this.types, type, TYPES_MAXIMUM, 'resource types', () => ({
      ...{ resources: 0, attributes: new Map(), relationships: new Map() },
    }));
    observed.resources += 1;
    for (const [name, value = null] of Object.entries(attributes))
      addValue(getAttribute(observed, name), value);
    for (const [name, relationship] of Object.entries(relationships))
      if (isJsonObject(relationship)) addLinkage(getRelationship(observed, name), relationship['data']);
  }
}

function getAttribute({ attributes }: ObservedType, name: string): ObservedAttribute {
  return getOrAdd(attributes, name, FIELDS_MAXIMUM, 'attributes', () => ({
    ...{ isList: false, isSingle: false, items: 0 },
    ...{ classes: new Set<ValueClass>(), scales: new Set<number>(), texts: new Set<string>() },
  }));
}

function getRelationship({ relationships }: ObservedType, name: string): ObservedRelationship {
  return getOrAdd(relationships, name, FIELDS_MAXIMUM, 'relationships', () => ({
    ...{ isList: false, hasTexts: false, targets: new Map<string, number>() },
  }));
}

function addValue(observed: ObservedAttribute, value: Json): void {
  if (value === null) return;
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (Array.isArray(value)) observed.isList = true;
  else observed.isSingle = true;
  observed.items = Math.max(observed.items, items.length);
  for (const item of items) {
    if (item === null) continue;
    const valueClass = classifyValue(item);
    observed.classes.add(valueClass);
    if (typeof item !== 'string') continue;
    if (valueClass === 'decimal') observed.scales.add(item.length - item.indexOf('.') - 1);
    addText(observed, item);
  }
}

function addText(observed: ObservedAttribute, text: string): void {
  if (observed.texts === undefined || observed.texts.has(text)) return;
  if (observed.texts.size === TEXTS_MAXIMUM || text.length > TEXT_MAXIMUM) observed.texts = undefined;
  else observed.texts.add(text);
}

function addLinkage(observed: ObservedRelationship, data: Json | undefined): void {
  if (Array.isArray(data)) observed.isList = true;
  for (const { type, id, meta } of getIdentifiers(data)) {
    if (ABSENT_IDS.has(id)) continue;
    observed.targets.set(type, (observed.targets.get(type) ?? 0) + 1);
    if (isJsonObject(meta) && Object.hasOwn(meta, 'alt')) observed.hasTexts = true;
  }
  if (observed.targets.size > TYPES_MAXIMUM)
    throw new SourceUnavailable(`A relationship points at more than ${TYPES_MAXIMUM} resource types.`);
}

/** A resource identifier of the source. */
export interface SourceIdentifier {
  readonly type: string;
  readonly id: string;
  readonly meta?: Json | undefined;
}

/** The resource identifiers of a linkage; others of its members are left out. */
export function getIdentifiers(data: Json | undefined): readonly SourceIdentifier[] {
  const members = Array.isArray(data) ? (data as readonly Json[]) : [data ?? null];
  return members.flatMap((member) => {
    if (!isJsonObject(member)) return [];
    const { type, id, meta } = member;
    return typeof type === 'string' && typeof id === 'string' ? [{ type, id, meta }] : [];
  });
}

function getOrAdd<Value>(
  map: Map<string, Value>,
  name: string,
  maximum: number,
  what: string,
  create: () => Value,
): Value {
  const present = map.get(name);
  if (present !== undefined) return present;
  if (map.size === maximum) throw new SourceUnavailable(`The documents have more than ${maximum} ${what}.`);
  const added = create();
  map.set(name, added);
  return added;
}
