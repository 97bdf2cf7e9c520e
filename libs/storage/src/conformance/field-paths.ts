import {
  type Field,
  FIELD_TYPES,
  isMultiple,
  isReference,
  type Property,
  getTargetTypes,
} from '@content-service/bundles';
import type { FieldPath, PathEnd, PathStep } from '@content-service/entries';
import { resourceType } from './example-entry.js';

/** The entries that the reader of a query sees. */
export type Visibility = 'everything' | 'published';

/** Where a part of a path leads from some resource types, and which of them have it. */
interface ResolvedPath {
  readonly types: readonly string[];
  readonly steps: readonly PathStep[];
  readonly end: PathEnd;
}

/**
 * A path into the example as the domain would resolve it, such as `field_tags.0.name` or `field_links.uri`. Made here
 * once more, so that the kit tests stores and nothing else.
 */
export function parseFieldPath(type: string, text: string, visibility: Visibility = 'everything'): FieldPath {
  const { steps, end } = follow([type], text.split('.'), visibility);
  return { text, steps, end };
}

function follow(
  from: readonly string[],
  [name = '', ...rest]: readonly string[],
  visibility: Visibility,
): ResolvedPath {
  if (name === 'id') return { types: from, steps: [], end: { kind: 'id' } };
  const types = from.filter((type) => resourceType(type).fields.has(name));
  const fields = types.map((type) => getField(type, name));
  const [delta, onward] = parseDelta(rest);
  const multiple = fields.some(isMultiple);
  if (!fields.some(isReference)) {
    const end = {
      kind: 'property',
      field: name,
      property: findProperty(fields, onward),
      types,
      multiple,
    } as const;
    return { types, steps: [], end: { ...end, ...delta } };
  }
  const targets = new Set(types.flatMap((type) => getTargetTypes(getField(type, name), type)));
  const trail = follow([...targets], onward, visibility);
  // The linkage itself is visible to all, so `.id` right behind a relationship sees hidden targets, too.
  const comparesLinkage = trail.steps.length === 0 && trail.end.kind === 'id';
  const step: PathStep = {
    field: name,
    sourceTypes: types,
    targetTypes: trail.types,
    multiple,
    publishedTargetsOnly: visibility === 'published' && !comparesLinkage,
    ...delta,
  };
  return { types, steps: [step, ...trail.steps], end: trail.end };
}

function parseDelta([first = '', ...rest]: readonly string[]): [{ delta?: number }, readonly string[]] {
  return /^\d+$/.test(first)
    ? [{ delta: Number(first) }, rest]
    : [{}, first === '' ? rest : [first, ...rest]];
}

function findProperty([field]: readonly Field[], [name = '']: readonly string[]): Property {
  const properties = field === undefined ? [] : FIELD_TYPES[field.type].getProperties(field);
  const property = properties.find((candidate) => candidate.name === name);
  if (property === undefined) throw new Error(`The example has no property '${name}' there.`);
  return property;
}

function getField(type: string, name: string): Field {
  const field = resourceType(type).fields.get(name);
  if (field === undefined) throw new Error(`${type} has no field ${name}.`);
  return field;
}
