import type { AuditLines } from '@content-service/audit';
import type { ProgressMonitor } from '@content-service/kernel';
import type { Field } from './field.js';

/** A bundle as it is stored, with its own fields only: base fields come from the entity type. */
export interface Bundle {
  readonly entityType: string;
  readonly bundle: string;
  readonly label: string;
  readonly description?: string;
  readonly fields: readonly Field[];
  /** The model version that last changed the bundle; documents written since then have exactly its fields. */
  readonly since: number;
}

/** A bundle without its version, as it is created or replaced. */
export type BundleDefinition = Omit<Bundle, 'since'>;

export interface StoredModel {
  /** 0 before the first change; every change increments it by one. */
  readonly version: number;
  readonly bundles: readonly Bundle[];
}

/** A change of one bundle. `put` carries the complete definition; the store computes the difference. */
export type BundleChange =
  | { readonly kind: 'put'; readonly bundle: BundleDefinition }
  | { readonly kind: 'remove'; readonly entityType: string; readonly bundle: string };

/** The port for storing the content model. */
export abstract class BundleStore {
  abstract load(): Promise<StoredModel>;

  /**
   * Applies one change, increments the version and updates whatever the store derives from the model (index tables)
   * before it returns. Can be repeated after a crash at any point. Documents are not changed: those of a removed bundle
   * or field are available again when it is added again.
   *
   * @param monitor follows the work, whose last phase stores the model: until then the change can be cancelled
   * @param auditLines are stored with the model
   * @throws ModelOutdated when the stored version is not `expectedVersion`, and whatever the monitor throws
   */
  abstract applyChange(
    change: BundleChange,
    expectedVersion: number,
    monitor?: ProgressMonitor,
    auditLines?: AuditLines,
  ): Promise<StoredModel>;
}
