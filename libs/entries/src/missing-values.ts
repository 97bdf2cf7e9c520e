import { type Field, isReference } from '@content-service/bundles';
import type { DomainError, Json, JsonObject } from '@content-service/kernel';
import { ValueMissing } from './entry.errors.js';
import type { Attributes, Relationships } from './entry.js';
import { pointerToken } from './pointer-token.js';

/** A request body's fields by the member they stand under; a member that the body lacks is `undefined`. */
interface DraftMembers {
  readonly attributes?: JsonObject | undefined;
  readonly relationships?: JsonObject | undefined;
}

/**
 * Those of the fields that need a value and have none: those never given, and those given as nothing. A field that is at fault
 * already is not named once more.
 */
export function missingValues(
  fields: readonly Field[],
  draft: DraftMembers,
  values: { readonly attributes: Attributes; readonly relationships: Relationships },
  faults: readonly DomainError[],
): ValueMissing[] {
  const blamed = new Set(faults.map(({ place }) => place?.pointer?.split('/')[3]));
  const valueOf = (field: Field): Json | readonly unknown[] | undefined =>
    isReference(field) ? values.relationships[field.name] : values.attributes[field.name];
  return fields
    .filter(({ required, initial }) => required || initial !== undefined)
    .filter((field) => isEmpty(valueOf(field)) && !blamed.has(pointerToken(field.name)))
    .map((field) => new ValueMissing(field.name, nearestPointer(field, draft)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Pointers lead to values that exist in the body (JSON:API 1.1 «Error Objects»). */
function nearestPointer(field: Field, draft: DraftMembers): string {
  const name = isReference(field) ? 'relationships' : 'attributes';
  const member = draft[name];
  if (member === undefined) return '/data';
  if (!(field.name in member)) return `/data/${name}`;
  return `/data/${name}/${pointerToken(field.name)}${isReference(field) ? '/data' : ''}`;
}
