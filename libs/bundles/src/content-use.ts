import { FieldInUse } from './bundle.errors.js';
import type { Field } from './field.js';
import { isWidening } from './widening.js';

/** How far content depends on the content model, which does not know any: asked before something is taken away. */
export abstract class ContentUse {
  /** How many entries a resource type has, published or not. */
  abstract entriesOf(type: string): Promise<number>;

  /** How many of them hold a value of the field. */
  abstract entriesWithValue(type: string, field: Field): Promise<number>;

  /**
   * How many of them hold something under the name of a field that is to be added and could not hold it: fields of that
   * name may have been there before.
   */
  abstract entriesWithMisfit(type: string, field: Field): Promise<number>;
}

/** @throws FieldInUse when entries hold something under the name of a new field that it could not hold */
export async function requireFit(type: string, field: Field, use: ContentUse): Promise<void> {
  const entries = await use.entriesWithMisfit(type, field);
  if (entries === 0) return;
  throw new FieldInUse(field.name, entries, 'it is from before and does not fit; choose another name.');
}

/**
 * The type of a field may change while no entry holds a value of it, anything else also when all of the values fit.
 *
 * @param before the field as it is, if it is there
 * @throws FieldInUse when entries hold what the field could not hold any more
 */
export async function requireRoom(
  type: string,
  before: Field | undefined,
  after: Field,
  use: ContentUse,
): Promise<void> {
  if (before === undefined) return requireFit(type, after, use);
  if (before.type === after.type && isWidening(before, after)) return;
  const entries =
    before.type === after.type
      ? await use.entriesWithMisfit(type, after)
      : await use.entriesWithValue(type, before);
  if (entries > 0) throw new FieldInUse(after.name, entries, 'it would not fit the field any more.');
}
