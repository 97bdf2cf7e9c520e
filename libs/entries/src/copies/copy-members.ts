import { isDeepStrictEqual } from 'node:util';
import {
  type Field,
  getAbsentValue,
  getStatusField,
  isReference,
  type ResourceType,
} from '@content-service/bundles';
import { isJsonObject, sha256 } from '@content-service/kernel';
import type { Attributes, Relationships } from '../entry.js';
import type { EntryCopy } from './entry-copy.js';

/** The values of an entry, of its working copy, or of a draft. */
interface Values {
  readonly attributes: Attributes;
  readonly relationships: Relationships;
}

/**
 * The fields whose values a working copy can hold: not those that say whether the entry is published and when it was changed, and
 * of a stored copy only those that the type still has.
 */
function findCopyField(name: string, { fields, entityType }: ResourceType): Field | undefined {
  return name === 'changed' || name === getStatusField(entityType) ? undefined : fields.get(name);
}

function getValue({ attributes, relationships }: Values, field: Field): unknown {
  return isReference(field)
    ? (relationships[field.name] ?? [])
    : (attributes[field.name] ?? getAbsentValue(field));
}

/** The fields of the members of a copy. */
export function getCopyFields({ head }: EntryCopy, type: ResourceType): Field[] {
  return Object.keys(head.base).flatMap((name) => findCopyField(name, type) ?? []);
}

/**
 * The members of the next version of a copy: those that were given or that the copy has, and that differ from the entry.
 *
 * @param given the names of the members of the draft
 * @param values the values of the entry as its copy shows it, after the draft
 * @param entry the entry itself
 */
export function selectMembers(
  given: readonly string[],
  values: Values,
  entry: Values,
  copy: EntryCopy | undefined,
  type: ResourceType,
): { readonly base: EntryCopy['head']['base']; readonly content: EntryCopy['content'] } {
  const members: Record<'attributes' | 'relationships', Record<string, unknown>> = {
    attributes: {},
    relationships: {},
  };
  const base: Record<string, string> = {};
  for (const name of new Set([...Object.keys(copy?.head.base ?? {}), ...given])) {
    const field = findCopyField(name, type);
    if (field === undefined) continue;
    const source = copy !== undefined && !given.includes(name) ? copy.content : values;
    const [value, present] = [getValue(source, field), getValue(entry, field)];
    if (isDeepStrictEqual(value, present)) continue;
    members[isReference(field) ? 'relationships' : 'attributes'][name] = value;
    base[name] = copy?.head.base[name] ?? hashValue(present);
  }
  return { base, content: members as unknown as EntryCopy['content'] };
}

/**
 * The fields of a copy whose values in the entry are others than those that the copy started from. Equal values are no conflict.
 *
 * @param values the values that would be published
 */
export function findConflicts(values: Values, entry: Values, copy: EntryCopy, type: ResourceType): Field[] {
  return getCopyFields(copy, type).filter((field) => {
    const present = getValue(entry, field);
    return (
      copy.head.base[field.name] !== hashValue(present) &&
      !isDeepStrictEqual(getValue(values, field), present)
    );
  });
}

/** The same for equal values, whatever the order of the members of objects is. */
function hashValue(value: unknown): string {
  return sha256(JSON.stringify(value, sortMembers)).slice(0, 22);
}

function sortMembers(_: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
