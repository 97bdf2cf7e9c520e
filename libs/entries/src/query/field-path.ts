import type { Property } from '@content-service/bundles';

/** One relationship that a path follows. */
export interface PathStep {
  /** The reference field's name. */
  readonly field: string;
  /** The resource types that have the field here; several after a step with several target types. */
  readonly sourceTypes: readonly string[];
  /** The resource types it can lead to, without those that lack what comes next in the path. */
  readonly targetTypes: readonly string[];
  /** Whether the field can hold several targets. */
  readonly multiple: boolean;
  /** Only the target at this place of the linkage (`field_tags.0.name`). */
  readonly delta?: number;
  /** Treat unpublished targets as absent: the reader may not see them. */
  readonly publishedTargetsOnly: boolean;
}

/** Where a path ends. */
export type PathEnd =
  /** The id of the entry reached. After steps it compares the linkage itself. */
  | { readonly kind: 'id' }
  /** A property of a field of the entry reached. */
  | {
      readonly kind: 'property';
      readonly field: string;
      /** The same in every one of `types`. */
      readonly property: Property;
      /** The resource types that have the field here. */
      readonly types: readonly string[];
      readonly multiple: boolean;
      /** Only the value at this place (`field_multi.1`). */
      readonly delta?: number;
    };

/** A path of a filter or sort, resolved against the content model: stores never see names they do not know. */
export interface FieldPath {
  /** As the client wrote it. */
  readonly text: string;
  readonly steps: readonly PathStep[];
  readonly end: PathEnd;
}

/** The same relationship (or field) met twice in one AND group speaks of the same target (or value) when the keys agree. */
export function stepKey(step: PathStep): string {
  return step.delta === undefined ? step.field : `${step.field}.${step.delta}`;
}
