import { isSame } from '../../forms/is-same.js';
import type { Field } from '../../manage/shapes.js';
import { isReadOnly } from '../resource-type.js';
import type { Values } from '../values.js';

/** The fields in which two states of an entry differ, without those that change with every save. */
export function theirChanges(before: Values, now: Values, fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !isReadOnly(field) && !isSame(before[field.name], now[field.name]));
}
