import type { ContentModel, Property, ValueKind } from '@content-service/bundles';

/**
 * Where the index keeps a property: in a column of its type's own table, in the table of multi-valued properties, or in
 * that of long texts. References are always in the table of linkage, those to one target in a column as well.
 */
export type Placement = 'column' | 'multi' | 'text' | 'linkage';

interface Indexed {
  /** Stable, and never used for another property: the `prop_id` of rows, and the name of a column. */
  readonly id: number;
  readonly field: string;
  /** Whether queries can use it; until then it is only being filled. */
  readonly ready: boolean;
}

export interface IndexedValue extends Indexed {
  readonly property: Property;
  readonly multiple: boolean;
  readonly placement: 'column' | 'multi' | 'text';
}

export interface IndexedReference extends Indexed {
  readonly placement: 'column' | 'linkage';
}

/** The derived tables of one resource type. */
export interface TypeLayout {
  readonly id: number;
  readonly name: string;
  /** Its own table. */
  readonly table: string;
  /** Whether the content model has the type. */
  readonly present: boolean;
  /** The model version that last changed it. */
  readonly since: number;
  /** Rises with every change of what has to be written. */
  readonly layout: number;
  readonly values: readonly IndexedValue[];
  readonly references: readonly IndexedReference[];
}

/** What the derived tables look like at one version of the content model. */
export class Layout {
  private readonly byName: ReadonlyMap<string, TypeLayout>;
  private readonly byId: ReadonlyMap<number, TypeLayout>;

  constructor(
    readonly model: ContentModel,
    readonly types: readonly TypeLayout[],
  ) {
    this.byName = new Map(types.map((type) => [type.name, type]));
    this.byId = new Map(types.map((type) => [type.id, type]));
  }

  find(name: string): TypeLayout | undefined {
    return this.byName.get(name);
  }

  findById(id: number): TypeLayout | undefined {
    return this.byId.get(id);
  }
}

/** The place of a property as a query means it; one that was changed since is another property. */
export function findValue(
  type: TypeLayout,
  field: string,
  property: Property,
  multiple: boolean,
): IndexedValue | undefined {
  return type.values.find(
    (value) =>
      value.ready &&
      value.field === field &&
      value.multiple === multiple &&
      value.property.name === property.name &&
      value.property.kind === property.kind &&
      value.property.caseSensitive === property.caseSensitive &&
      value.property.scale === property.scale,
  );
}

export function findReference(
  type: TypeLayout,
  field: string,
  placement: IndexedReference['placement'],
): IndexedReference | undefined {
  return type.references.find(
    (reference) => reference.ready && reference.field === field && reference.placement === placement,
  );
}

export const tableOf = (typeId: number): string => `ix_${typeId}`;
export const columnOf = ({ id }: { readonly id: number }): string => `c${id}`;
/** The column beside it that holds what the text operators look at. */
export const textColumnOf = ({ id }: { readonly id: number }): string => `t${id}`;

/** How values of a kind are stored: folded text as bytes, everything that counts as whole numbers, floats as they are. */
export const STORED_AS: Readonly<Record<ValueKind, 'bytes' | 'integer' | 'float'>> = {
  string: 'bytes',
  text: 'bytes',
  uuid: 'bytes',
  integer: 'integer',
  decimal: 'integer',
  boolean: 'integer',
  timestamp: 'integer',
  datetime: 'integer',
  date: 'integer',
  float: 'float',
};

/** Kinds whose text is kept beside the number, because engines would not all write it the same way. */
export const KEEPS_TEXT: ReadonlySet<ValueKind> = new Set(['decimal', 'float', 'date', 'datetime']);
