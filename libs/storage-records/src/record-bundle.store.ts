import type { AuditLines } from '@content-service/audit';
import {
  type Bundle,
  type BundleChange,
  BundleStore,
  ENTITY_TYPES,
  formatResourceTypeName,
  ModelOutdated,
  type StoredModel,
} from '@content-service/bundles';
import type { ProgressMonitor } from '@content-service/kernel';
import type { RecordDatabase } from './record-database.js';

/** The key of the content model. */
const MODEL = 'site/model';

export class RecordBundleStore extends BundleStore {
  constructor(private readonly database: RecordDatabase) {
    super();
  }

  override load(): Promise<StoredModel> {
    return readModel(this.database);
  }

  override applyChange(
    change: BundleChange,
    expectedVersion: number,
    _monitor?: ProgressMonitor,
    auditLines?: AuditLines,
  ): Promise<StoredModel> {
    return this.database.transaction(async (transaction) => {
      const { version, bundles } = await readModel(transaction);
      if (version !== expectedVersion) throw new ModelOutdated();
      const model = { version: version + 1, bundles: replaceBundle(bundles, change, version + 1) };
      await transaction.put(MODEL, model);
      transaction.increment('model');
      return model;
    }, auditLines);
  }
}

export async function readModel(from: {
  get<Value extends object>(key: string): Promise<Value | undefined>;
}): Promise<StoredModel> {
  return (await from.get<StoredModel>(MODEL)) ?? { version: 0, bundles: [] };
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
