import {
  type Field,
  FIELD_TYPES,
  isMultiple,
  isReference,
  type ResourceType,
} from '@content-service/bundles';
import { getSearchedProperties, type SearchedProperty } from '@content-service/entries';
import { isSearchRow, type PropertyRow } from './index-schema.js';

/** The changes of the properties of one resource type. */
export interface IndexSchemaPlan {
  readonly added: readonly NewProperty[];
  /** Present, but not in use yet: an earlier attempt at the same change may have been interrupted. */
  readonly begun: readonly PropertyRow[];
  readonly retired: readonly PropertyRow[];
  /** Linkage of fields that allowed one target and now allow several. */
  readonly widened: readonly PropertyRow[];
}

type NewProperty = Omit<PropertyRow, 'id'>;

/**
 * MySQL allows 64 indexes of a table and 65,535 bytes of a row (63 columns of 1,020). Properties beyond are kept with
 * the multi-valued ones, which is slower and has no limit.
 */
const COLUMNS_MAXIMUM = 56;

/** @param rows the properties the type has or had */
export function planIndexSchema(
  type: ResourceType,
  typeId: number,
  rows: readonly PropertyRow[],
): IndexSchemaPlan {
  const required = [
    ...[...type.fields.values()].flatMap((field) => getRequiredProperties(field, typeId, rows)),
    ...getSearchedProperties(type).map((searched) => toSearchRow(searched, typeId)),
  ];
  const active = rows.filter(({ state }) => state !== 'gone' && state !== 'dropped');
  const isRequired = (row: PropertyRow): boolean => required.some((property) => isSame(row, property));
  const isActive = (property: NewProperty): boolean => active.some((row) => isSame(row, property));
  return {
    added: assertColumnLimit(
      required.filter((property) => !isActive(property)),
      rows,
    ),
    begun: active.filter((row) => row.state !== 'ready' && isRequired(row)),
    // Linkage of a removed field stays, because documents keep it until they are written again.
    retired: active.filter((row) => row.placement !== 'linkage' && !isRequired(row)),
    widened: active.filter(
      (row) => row.placement === 'linkage' && row.multiple === 0 && hasBecomeMultiple(type, row.field),
    ),
  };
}

/** Whether there is no change. Properties of an unfinished change do not count, nor do words that a job is to add. */
export function isUpToDate({ added, begun, retired, widened }: IndexSchemaPlan): boolean {
  const inUse = retired.filter(({ state }) => state === 'ready');
  const pending = begun.filter((row) => !isSearchRow(row) || row.state === 'planned');
  return [added, pending, inUse, widened].every((rows) => rows.length === 0);
}

/** The words that are written, but not in use yet: those of entries that were stored before are to be added. */
export function findPendingWords(
  type: ResourceType,
  typeId: number,
  rows: readonly PropertyRow[],
): PropertyRow[] {
  const { begun } = planIndexSchema(type, typeId, rows);
  return begun.filter((row) => isSearchRow(row) && row.state === 'building');
}

function toSearchRow({ field, property }: SearchedProperty, typeId: number): NewProperty {
  return {
    ...{ type_id: typeId, field, property, kind: 'reference', placement: 'search', state: 'planned' },
    ...{ case_sensitive: 0, scale: 0, multiple: 0 },
  };
}

function getRequiredProperties(field: Field, typeId: number, rows: readonly PropertyRow[]): NewProperty[] {
  const shared = {
    type_id: typeId,
    field: field.name,
    multiple: Number(isMultiple(field)),
    state: 'planned',
  } as const;
  if (isReference(field)) {
    const reference = { ...shared, property: '', kind: 'reference', case_sensitive: 0, scale: 0 } as const;
    const linkage = { ...reference, placement: 'linkage' } as const;
    return hasSingleTargetColumn(field, rows) ? [linkage, { ...reference, placement: 'column' }] : [linkage];
  }
  return FIELD_TYPES[field.type].getProperties(field).map(({ name, kind, caseSensitive, scale }) => ({
    ...shared,
    property: name,
    kind,
    case_sensitive: Number(caseSensitive),
    scale,
    placement: kind === 'text' ? 'text' : isMultiple(field) ? 'multi' : 'column',
  }));
}

/** A field that once allowed several targets may still have them in entries written then. */
function hasSingleTargetColumn(field: Field, rows: readonly PropertyRow[]): boolean {
  const hadMany = rows.some(
    (row) => row.placement === 'linkage' && row.field === field.name && row.multiple === 1,
  );
  return !isMultiple(field) && !hadMany;
}

/** Whether the row keeps this property. One without a column of its own may be an overflow of columns. */
function isSame(row: PropertyRow, required: NewProperty): boolean {
  const isSamePlacement =
    row.placement === required.placement || (required.placement === 'column' && row.placement === 'multi');
  return (
    isSamePlacement &&
    row.field === required.field &&
    row.property === required.property &&
    row.kind === required.kind &&
    row.case_sensitive === required.case_sensitive &&
    row.scale === required.scale &&
    (row.placement === 'linkage' || row.multiple === required.multiple)
  );
}

function assertColumnLimit(added: readonly NewProperty[], rows: readonly PropertyRow[]): NewProperty[] {
  let free =
    COLUMNS_MAXIMUM - rows.filter((row) => row.placement === 'column' && row.state !== 'dropped').length;
  return added.flatMap((required) => {
    if (required.placement !== 'column') return [required];
    free -= 1;
    if (free >= 0) return [required];
    return required.kind === 'reference' ? [] : [{ ...required, placement: 'multi' }];
  });
}

function hasBecomeMultiple(type: ResourceType, name: string): boolean {
  const field = type.fields.get(name);
  return field !== undefined && isMultiple(field);
}
