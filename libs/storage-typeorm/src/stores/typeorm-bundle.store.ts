import {
  type BundleChange,
  BundleStore,
  ContentModel,
  ModelOutdated,
  type ResourceType,
  resourceTypeName,
  type StoredModel,
} from '@content-service/bundles';
import type { Database } from '../database/database.js';
import type { Session } from '../database/session.js';
import { sql } from '../database/sql.js';
import type { Layouts } from '../index-tables/layouts.js';
import { readModel, toDefinition } from '../index-tables/stored-model.js';
import type { IndexUpkeep } from '../index-tables/upkeep.js';
import { withLease } from '../migrations/lease.js';

export class TypeOrmBundleStore extends BundleStore {
  constructor(
    private readonly database: Database,
    private readonly layouts: Layouts,
    private readonly upkeep: IndexUpkeep,
  ) {
    super();
  }

  override load(): Promise<StoredModel> {
    return readModel(this.database);
  }

  /** The tables come first and the model last: until then nobody knows of the change, and it can be begun again. */
  override applyChange(change: BundleChange, expectedVersion: number): Promise<StoredModel> {
    return withLease(this.database, async (prolong) => {
      const { version } = await this.load();
      if (version !== expectedVersion) throw new ModelOutdated();
      if (change.kind === 'remove') await this.remove(change, version);
      else await this.put(change.bundle, version, prolong);
      this.layouts.forget();
      return this.load();
    });
  }

  private async put(
    definition: Extract<BundleChange, { kind: 'put' }>['bundle'],
    version: number,
    prolong: () => Promise<void>,
  ): Promise<void> {
    const since = version + 1;
    const type = compiled({ ...definition, since });
    await this.upkeep.prepare(type, prolong);
    await this.database.transaction(async (session) => {
      await nextVersion(session, version);
      const row = {
        entity_type: definition.entityType,
        bundle: definition.bundle,
        born: since,
        since,
        definition: toDefinition(definition),
      };
      const { dialect } = this.database;
      await session.run(dialect.upsert('bundle', ['entity_type', 'bundle'], row, ['since', 'definition']));
      await this.upkeep.adopt(session, type, since);
    });
  }

  /** Entries of the bundle stay, with all that is derived from them, for the case that it comes back. */
  private remove(
    { entityType, bundle }: Extract<BundleChange, { kind: 'remove' }>,
    version: number,
  ): Promise<void> {
    return this.database.transaction(async (session) => {
      await nextVersion(session, version);
      await session.run(sql`DELETE FROM bundle WHERE entity_type = ${entityType} AND bundle = ${bundle}`);
      await session.run(
        sql`UPDATE resource_type SET present = 0, since = ${version + 1}, layout = layout + 1
            WHERE name = ${resourceTypeName(entityType, bundle)}`,
      );
    });
  }
}

async function nextVersion(session: Session, version: number): Promise<void> {
  const raised = await session.run(
    sql`UPDATE generation SET value = ${version + 1} WHERE area = 'model' AND value = ${version}`,
  );
  if (raised === 0) throw new ModelOutdated();
}

function compiled(bundle: ConstructorParameters<typeof ContentModel>[1][number]): ResourceType {
  const name = resourceTypeName(bundle.entityType, bundle.bundle);
  const type = new ContentModel(bundle.since, [bundle]).find(name);
  if (type === undefined) throw new Error(`The bundle ${name} does not compile.`);
  return type;
}
