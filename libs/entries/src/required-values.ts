import { type Field, isReference, type ResourceType } from '@content-service/bundles';
import { type Attributes, type Entry, isPublished, type Relationships } from './entry.js';

interface Values {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
}

/**
 * Whether entries of a type have to have a value in a field. An unfinished draft only has to have its label.
 *
 * @param published whether the entry is published after the write
 */
export function requiresValue(field: Field, { entityType }: ResourceType, published: boolean): boolean {
  const isDraft = entityType.unfinishedDrafts === true && !published;
  return field.required && (!isDraft || field.name === entityType.labelField);
}

/**
 * The fields that have no value after a write, and that keep it from being stored. All fields are checked of a new entry and of a
 * draft that is published, and the written ones of other entries: these may lack a value because its target was deleted or its field
 * became required later.
 *
 * @param values those after the write
 * @param previous the entry before the write; as a working copy shows it, it is not published
 * @param written the names of the fields whose values the write sets
 */
export function findMissingFields(
  values: Values,
  previous: Entry | undefined,
  type: ResourceType,
  written: ReadonlySet<string>,
): Field[] {
  const published = isPublished(values.attributes, type);
  const isFinished = type.entityType.unfinishedDrafts === true && published && previous?.published === false;
  const isChecked = (field: Field): boolean =>
    previous === undefined || written.has(field.name)
      ? field.initial !== undefined || requiresValue(field, type, published)
      : isFinished && field.required;
  return [...type.fields.values()].filter((field) => isChecked(field) && isEmpty(getValue(values, field)));
}

function getValue({ attributes, relationships }: Values, field: Field): unknown {
  return isReference(field) ? relationships[field.name] : attributes[field.name];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
