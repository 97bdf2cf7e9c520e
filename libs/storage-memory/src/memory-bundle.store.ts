import {
  type Bundle,
  type BundleChange,
  BundleStore,
  ENTITY_TYPES,
  ModelOutdated,
  resourceTypeName,
  type StoredModel,
} from '@content-service/bundles';
import { act } from './act.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemoryBundleStore extends BundleStore {
  private version = 0;
  private readonly bundles = new Map<string, Bundle>();

  constructor(private readonly generations: MemoryGenerations) {
    super();
  }

  override load(): Promise<StoredModel> {
    return act(() => this.model());
  }

  override applyChange(change: BundleChange, expectedVersion: number): Promise<StoredModel> {
    return act(() => {
      if (this.version !== expectedVersion) throw new ModelOutdated();
      this.version += 1;
      if (change.kind === 'put') this.put({ ...change.bundle, since: this.version });
      else this.bundles.delete(resourceTypeName(change.entityType, change.bundle));
      this.generations.raise('model');
      return this.model();
    });
  }

  /** The model version that last changed a resource type; `undefined` when there is no such type. */
  changedAt(type: string): number | undefined {
    return this.bundles.get(type)?.since ?? (SINGLE_BUNDLE_TYPES.has(type) ? 0 : undefined);
  }

  private put(bundle: Bundle): void {
    this.bundles.set(resourceTypeName(bundle.entityType, bundle.bundle), bundle);
  }

  private model(): StoredModel {
    return { version: this.version, bundles: [...this.bundles.values()] };
  }
}

/** Resource types that are part of the service and never change, such as `user--user`. */
const SINGLE_BUNDLE_TYPES: ReadonlySet<string> = new Set(
  ENTITY_TYPES.flatMap(({ name, bundles }) =>
    bundles === 'many' ? [] : [resourceTypeName(name, bundles.only)],
  ),
);
