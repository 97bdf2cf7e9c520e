import {
  type Bundle,
  type BundleChange,
  BundleStore,
  ENTITY_TYPES,
  ModelOutdated,
  formatResourceTypeName,
  type StoredModel,
} from '@content-service/bundles';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemoryBundleStore extends BundleStore {
  private version = 0;
  private readonly bundles = new Map<string, Bundle>();

  constructor(private readonly generations: MemoryGenerations) {
    super();
  }

  override load(): Promise<StoredModel> {
    return atomic(() => this.model());
  }

  override applyChange(change: BundleChange, expectedVersion: number): Promise<StoredModel> {
    return atomic(() => {
      if (this.version !== expectedVersion) throw new ModelOutdated();
      this.version += 1;
      if (change.kind === 'put') this.put({ ...change.bundle, since: this.version });
      else this.bundles.delete(formatResourceTypeName(change.entityType, change.bundle));
      this.generations.increment('model');
      return this.model();
    });
  }

  /** The model version that last changed a resource type; `undefined` when there is no such type. */
  getChangeVersion(type: string): number | undefined {
    return this.bundles.get(type)?.since ?? (SINGLE_BUNDLE_TYPES.has(type) ? 0 : undefined);
  }

  private put(bundle: Bundle): void {
    this.bundles.set(formatResourceTypeName(bundle.entityType, bundle.bundle), bundle);
  }

  private model(): StoredModel {
    return { version: this.version, bundles: [...this.bundles.values()] };
  }
}

/** Resource types that are part of the service and never change, such as `user--user`. */
const SINGLE_BUNDLE_TYPES: ReadonlySet<string> = new Set(
  ENTITY_TYPES.flatMap(({ name, bundles }) =>
    bundles === 'many' ? [] : [formatResourceTypeName(name, bundles.only)],
  ),
);
