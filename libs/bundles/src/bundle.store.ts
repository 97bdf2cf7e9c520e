import type { Bundle } from './content-model.js';

export interface StoredModel {
  /** 0 when nothing was ever stored; rises by one with every change. */
  readonly version: number;
  readonly bundles: readonly Bundle[];
}

/** A change of one bundle. `put` carries the whole bundle as it shall be; the store finds out what is new. */
export type BundleChange =
  | { readonly kind: 'put'; readonly bundle: Omit<Bundle, 'since'> }
  | { readonly kind: 'remove'; readonly entityType: string; readonly bundle: string };

/** Where the content model is kept. */
export abstract class BundleStore {
  abstract load(): Promise<StoredModel>;

  /**
   * Makes one change the next version of the model and brings whatever the store derives from it (index tables) in
   * line before it returns. Can be repeated after a crash at any moment without harm. No change touches documents: those
   * of a bundle or field that was removed are found again when it is put back.
   *
   * @throws ModelOutdated when the stored version is not `expectedVersion` any more
   */
  abstract applyChange(change: BundleChange, expectedVersion: number): Promise<StoredModel>;
}
