import type { Condition, PathEnd, PathStep, SearchedProperty } from '@content-service/entries';
import {
  findReference,
  findValue,
  type IndexedReference,
  type IndexedSearch,
  type IndexedValue,
  type IndexSchema,
  type TypeIndexSchema,
} from '../index-tables/index-schema.js';
import { findSearch } from '../index-tables/search-rows.js';

type PropertyEnd = Extract<PathEnd, { kind: 'property' }>;

/** The tables and columns of one query. It notes names that it does not know. */
export class Catalog {
  private hasUnknownName = false;

  constructor(private readonly indexSchema: IndexSchema) {}

  /** Whether the query has a name that the index schema lacks: another process may have changed the model. */
  get isStale(): boolean {
    return this.hasUnknownName;
  }

  findType(name: string): TypeIndexSchema | undefined {
    return this.noteUnknown(this.indexSchema.find(name));
  }

  findValue(type: TypeIndexSchema, { field, property, multiple }: PropertyEnd): IndexedValue | undefined {
    return this.noteUnknown(findValue(type, field, property, multiple));
  }

  findLinkage(type: TypeIndexSchema, step: PathStep): IndexedReference | undefined {
    return this.noteUnknown(findReference(type, step.field, 'linkage'));
  }

  findSearch(type: TypeIndexSchema, property: SearchedProperty): IndexedSearch | undefined {
    return this.noteUnknown(findSearch(type, property));
  }

  /** The column of a reference to one target, where there is one. */
  findTargetColumn(type: TypeIndexSchema, step: PathStep): IndexedReference | undefined {
    return findReference(type, step.field, 'column');
  }

  private noteUnknown<T>(found: T | undefined): T | undefined {
    this.hasUnknownName ||= found === undefined;
    return found;
  }
}

/** Whether values at the end of the path are indexed: booleans and long texts are not (`index-tables/type-tables.ts`). */
export function hasIndex({ end }: Condition['path']): boolean {
  return end.kind === 'id' || (end.property.kind !== 'boolean' && end.property.kind !== 'text');
}
