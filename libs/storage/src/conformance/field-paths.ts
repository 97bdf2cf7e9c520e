import {
  type Field,
  fieldType,
  isMultiple,
  isReference,
  type Property,
  targetTypes,
} from '@content-service/bundles';
import type { FieldPath, PathEnd, PathStep } from '@content-service/entries';
import { resourceType } from './example-entry.js';

/** Whether the reader of a query sees unpublished entries. */
export type Sight = 'everything' | 'published';

/** Where a part of a path leads from some resource types, and which of them have it. */
interface Trail {
  readonly types: readonly string[];
  readonly steps: readonly PathStep[];
  readonly end: PathEnd;
}

/**
 * A path into the example as the domain would resolve it, such as `field_tags.0.name` or `field_links.uri`. Made here
 * once more, so that the kit tests stores and nothing else.
 */
export function pathFrom(type: string, text: string, sight: Sight = 'everything'): FieldPath {
  const { steps, end } = follow([type], text.split('.'), sight);
  return { text, steps, end };
}

function follow(from: readonly string[], [name = '', ...rest]: readonly string[], sight: Sight): Trail {
  if (name === 'id') return { types: from, steps: [], end: { kind: 'id' } };
  const types = from.filter((type) => resourceType(type).fields.has(name));
  const fields = types.map((type) => fieldOf(type, name));
  const [delta, onward] = takeDelta(rest);
  const multiple = fields.some(isMultiple);
  if (!fields.some(isReference)) {
    const end = {
      kind: 'property',
      field: name,
      property: propertyOf(fields, onward),
      types,
      multiple,
    } as const;
    return { types, steps: [], end: { ...end, ...delta } };
  }
  const targets = new Set(types.flatMap((type) => targetTypes(fieldOf(type, name), type)));
  const trail = follow([...targets], onward, sight);
  // The linkage itself is visible to all, so `.id` right behind a relationship sees hidden targets, too.
  const comparesLinkage = trail.steps.length === 0 && trail.end.kind === 'id';
  const step: PathStep = {
    field: name,
    sourceTypes: types,
    targetTypes: trail.types,
    multiple,
    publishedTargetsOnly: sight === 'published' && !comparesLinkage,
    ...delta,
  };
  return { types, steps: [step, ...trail.steps], end: trail.end };
}

function takeDelta([first = '', ...rest]: readonly string[]): [{ delta?: number }, readonly string[]] {
  return /^\d+$/.test(first)
    ? [{ delta: Number(first) }, rest]
    : [{}, first === '' ? rest : [first, ...rest]];
}

function propertyOf([field]: readonly Field[], [name = '']: readonly string[]): Property {
  const properties = field === undefined ? [] : fieldType(field.type).properties(field);
  const property = properties.find((candidate) => candidate.name === name);
  if (property === undefined) throw new Error(`The example has no property '${name}' there.`);
  return property;
}

function fieldOf(type: string, name: string): Field {
  const field = resourceType(type).fields.get(name);
  if (field === undefined) throw new Error(`${type} has no field ${name}.`);
  return field;
}
