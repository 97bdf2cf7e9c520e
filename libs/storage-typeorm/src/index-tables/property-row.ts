import type { ValueKind } from '@content-service/bundles';
import type { IndexedReference, IndexedValue, Placement } from './layout.js';

/**
 * `planned`: has an id, but perhaps no column yet. `building`: written, but not yet asked. `ready`: written and asked.
 * `gone`: neither, but something may be left of it. `dropped`: nothing is left of it but its id.
 */
type PropertyState = 'planned' | 'building' | 'ready' | 'gone' | 'dropped';

/** A row of `model_property`. */
export interface PropertyRow {
  readonly id: number;
  readonly type_id: number;
  readonly field: string;
  /** Empty for a plain field, and for references. */
  readonly property: string;
  readonly kind: ValueKind | 'reference';
  readonly case_sensitive: number;
  readonly scale: number;
  /** Of linkage: whether some entry may have several targets, also from a time when the field allowed them. */
  readonly multiple: number;
  readonly placement: Placement;
  readonly state: PropertyState;
}

/** Whether entries are to be written to it. */
export function isWritten({ state }: PropertyRow): boolean {
  return state === 'building' || state === 'ready';
}

export function toIndexedValue(row: PropertyRow): IndexedValue | undefined {
  const { id, field, kind, placement, state } = row;
  if (kind === 'reference' || placement === 'linkage') return undefined;
  const property = {
    name: row.property,
    kind,
    caseSensitive: row.case_sensitive === 1,
    scale: row.scale,
  };
  return { id, field, ready: state === 'ready', property, multiple: row.multiple === 1, placement };
}

export function toIndexedReference({
  id,
  field,
  kind,
  placement,
  state,
}: PropertyRow): IndexedReference | undefined {
  if (kind !== 'reference' || (placement !== 'column' && placement !== 'linkage')) return undefined;
  return { id, field, ready: state === 'ready', placement };
}
