import type { TransactionalRecords } from '@content-service/audit';
import {
  type Bundle,
  type BundleChange,
  BundleStore,
  ENTITY_TYPES,
  ModelOutdated,
  formatResourceTypeName,
  type StoredModel,
} from '@content-service/bundles';
import type { ProgressMonitor } from '@content-service/kernel';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryBundleStore extends BundleStore {
  /** @param stored the model under the key `model` */
  constructor(
    private readonly generations: Pick<MemoryGenerations, 'increment'>,
    private readonly stored = new Map<string, StoredModel>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override load(): Promise<StoredModel> {
    return atomic(() => this.model);
  }

  override applyChange(
    change: BundleChange,
    expectedVersion: number,
    _monitor?: ProgressMonitor,
    records?: TransactionalRecords,
  ): Promise<StoredModel> {
    return this.transactions.run(records, () => {
      const { version, bundles } = this.model;
      if (version !== expectedVersion) throw new ModelOutdated();
      const model = { version: version + 1, bundles: replaceBundle(bundles, change, version + 1) };
      this.stored.set('model', model);
      this.generations.increment('model');
      return model;
    });
  }

  getChangeVersion(type: string): number | undefined {
    return getChangeVersion(this.model, type);
  }

  private get model(): StoredModel {
    return this.stored.get('model') ?? { version: 0, bundles: [] };
  }
}

/** The model version that last changed a resource type; `undefined` when there is no such type. */
export function getChangeVersion({ bundles }: StoredModel, type: string): number | undefined {
  const bundle = bundles.find((candidate) => getTypeName(candidate) === type);
  return bundle?.since ?? (SINGLE_BUNDLE_TYPES.has(type) ? 0 : undefined);
}

function getTypeName({ entityType, bundle }: Pick<Bundle, 'entityType' | 'bundle'>): string {
  return formatResourceTypeName(entityType, bundle);
}

function replaceBundle(bundles: readonly Bundle[], change: BundleChange, since: number): readonly Bundle[] {
  const changed = getTypeName(change.kind === 'put' ? change.bundle : change);
  const others = bundles.filter((bundle) => getTypeName(bundle) !== changed);
  if (change.kind === 'remove') return others;
  const position = bundles.findIndex((bundle) => getTypeName(bundle) === changed);
  return others.toSpliced(position < 0 ? others.length : position, 0, { ...change.bundle, since });
}

/** Resource types that are part of the service and never change, such as `user--user`. */
const SINGLE_BUNDLE_TYPES: ReadonlySet<string> = new Set(
  ENTITY_TYPES.flatMap(({ name, bundles }) =>
    bundles === 'many' ? [] : [formatResourceTypeName(name, bundles.only)],
  ),
);
