import { type EntryCount, FieldInUse } from './bundle.errors.js';
import type { Field } from './field.js';
import { isWidening } from './field-compatibility.js';

/** Counts the entries that depend on a part of the content model. The port is implemented by the entries library. */
export abstract class ContentUsage {
  /** The number of entries of a resource type, published or not. */
  abstract countEntries(type: string): Promise<number>;

  /**
   * The number of entries that hold a value of the field.
   *
   * @param maximum bounds the work: the count ends when it has found so many entries; where no query finds them, when it
   *   has read so many
   */
  abstract countWithValue(type: string, field: Field, maximum?: number): Promise<EntryCount>;

  /**
   * The number of entries with a value under the name of the field that the field cannot hold, such as a value of a removed
   * field of the same name.
   */
  abstract countIncompatible(type: string, field: Field): Promise<number>;
}

/** Checks a new field. @throws FieldInUse when entries hold incompatible values of a removed field of the same name */
export async function assertValuesCompatible(type: string, field: Field, usage: ContentUsage): Promise<void> {
  const entries = await usage.countIncompatible(type, field);
  if (entries === 0) return;
  throw new FieldInUse(
    field.name,
    { entries, isMinimum: false },
    'it belongs to a removed field and is incompatible; choose another name.',
  );
}

/**
 * Checks a changed field against the values of entries: a change of the type needs that no entry has a value, any other
 * change that all values are compatible.
 *
 * @param before the present field; `undefined` for a new one
 * @throws FieldInUse when entries hold values that the changed field cannot hold
 */
export async function assertChangeCompatible(
  type: string,
  before: Field | undefined,
  after: Field,
  usage: ContentUsage,
): Promise<void> {
  if (before === undefined) return assertValuesCompatible(type, after, usage);
  if (before.type === after.type && isWidening(before, after)) return;
  const count =
    before.type === after.type
      ? { entries: await usage.countIncompatible(type, after), isMinimum: false }
      : await usage.countWithValue(type, before);
  if (count.entries > 0) throw new FieldInUse(after.name, count, 'it would not fit the field any more.');
}
