import { type Field, fieldType, isMultiple, isReference, type ResourceType } from '@content-service/bundles';
import type { PropertyRow } from './property-row.js';

/** What has to become of the properties of one resource type. */
export interface LayoutPlan {
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
 * the multi-valued ones, which takes them longer, and has no bound.
 */
const COLUMNS_MAXIMUM = 56;

/** @param rows the properties the type has or had */
export function planLayout(type: ResourceType, typeId: number, rows: readonly PropertyRow[]): LayoutPlan {
  const wanted = [...type.fields.values()].flatMap((field) => wantedOf(field, typeId, rows));
  const live = rows.filter(({ state }) => state !== 'gone' && state !== 'dropped');
  const isWanted = (row: PropertyRow): boolean => wanted.some((property) => isSame(row, property));
  const isLive = (property: NewProperty): boolean => live.some((row) => isSame(row, property));
  return {
    added: withinColumns(
      wanted.filter((property) => !isLive(property)),
      rows,
    ),
    begun: live.filter((row) => row.state !== 'ready' && isWanted(row)),
    // Linkage of a removed field stays, because documents keep it until they are written again.
    retired: live.filter((row) => row.placement !== 'linkage' && !isWanted(row)),
    widened: live.filter(
      (row) => row.placement === 'linkage' && row.multiple === 0 && isManyNow(type, row.field),
    ),
  };
}

/** Whether nothing has to be done. What a change that is not made yet has begun is in nobody's way. */
export function isInLine({ added, begun, retired, widened }: LayoutPlan): boolean {
  const inUse = retired.filter(({ state }) => state === 'ready');
  return [added, begun, inUse, widened].every((rows) => rows.length === 0);
}

function wantedOf(field: Field, typeId: number, rows: readonly PropertyRow[]): NewProperty[] {
  const shared = {
    type_id: typeId,
    field: field.name,
    multiple: Number(isMultiple(field)),
    state: 'planned',
  } as const;
  if (isReference(field)) {
    const reference = { ...shared, property: '', kind: 'reference', case_sensitive: 0, scale: 0 } as const;
    const linkage = { ...reference, placement: 'linkage' } as const;
    return hasOneTarget(field, rows) ? [linkage, { ...reference, placement: 'column' }] : [linkage];
  }
  return fieldType(field.type)
    .properties(field)
    .map(({ name, kind, caseSensitive, scale }) => ({
      ...shared,
      property: name,
      kind,
      case_sensitive: Number(caseSensitive),
      scale,
      placement: kind === 'text' ? 'text' : isMultiple(field) ? 'multi' : 'column',
    }));
}

/** A field that once allowed several targets may still have them in entries written then. */
function hasOneTarget(field: Field, rows: readonly PropertyRow[]): boolean {
  const hadMany = rows.some(
    (row) => row.placement === 'linkage' && row.field === field.name && row.multiple === 1,
  );
  return !isMultiple(field) && !hadMany;
}

/** Whether the row keeps this property. One without a column of its own may be an overflow of columns. */
function isSame(row: PropertyRow, wanted: NewProperty): boolean {
  const isSamePlace =
    row.placement === wanted.placement || (wanted.placement === 'column' && row.placement === 'multi');
  return (
    isSamePlace &&
    row.field === wanted.field &&
    row.property === wanted.property &&
    row.kind === wanted.kind &&
    row.case_sensitive === wanted.case_sensitive &&
    row.scale === wanted.scale &&
    (row.placement === 'linkage' || row.multiple === wanted.multiple)
  );
}

function withinColumns(added: readonly NewProperty[], rows: readonly PropertyRow[]): NewProperty[] {
  let free =
    COLUMNS_MAXIMUM - rows.filter((row) => row.placement === 'column' && row.state !== 'dropped').length;
  return added.flatMap((wanted) => {
    if (wanted.placement !== 'column') return [wanted];
    free -= 1;
    if (free >= 0) return [wanted];
    return wanted.kind === 'reference' ? [] : [{ ...wanted, placement: 'multi' }];
  });
}

function isManyNow(type: ResourceType, name: string): boolean {
  const field = type.fields.get(name);
  return field !== undefined && isMultiple(field);
}
