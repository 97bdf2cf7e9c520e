import { ContentModel } from '@content-service/bundles';
import type { Database } from '../database/database.js';
import { withRetries } from '../database/retry.js';
import { sql } from '../database/sql.js';
import { readModel } from '../index-tables/stored-model.js';
import { namesIn } from '../index-tables/type-tables.js';
import type { IndexUpkeep } from '../index-tables/upkeep.js';
import { createLeases, withLease } from './lease.js';

/** The tables: the fixed ones by migrations, the derived ones by the content model. */
export class Schema {
  constructor(
    private readonly database: Database,
    private readonly upkeep: IndexUpkeep,
  ) {}

  async isMigrated(): Promise<boolean> {
    const tables = await namesIn(this.database, this.database.dialect.tableNames);
    if (!tables.has('migrations')) return false;
    const done = await namesIn(this.database, sql`SELECT name FROM migrations`);
    if (!this.database.writer.migrations.every(({ name }) => name !== undefined && done.has(name)))
      return false;
    return this.isIndexInLine();
  }

  async migrate(): Promise<void> {
    if (await this.isMigrated()) return;
    await createLeases(this.database);
    await withLease(this.database, async (prolong) => {
      await this.runMigrations();
      await this.bringIndexInLine(prolong);
    });
  }

  /** Each statement by itself: the migrations can be run again after a crash between any two of them. */
  private runMigrations(): Promise<unknown> {
    const { database } = this;
    return withRetries(database.dialect, () =>
      database.exclusively(() => database.writer.runMigrations({ transaction: 'none' })),
    );
  }

  /** Types that nobody makes (`user--user`), and base fields that a new version of the service brings. */
  private async bringIndexInLine(prolong: () => Promise<void>): Promise<void> {
    const { resourceTypes } = await this.model();
    for (const type of resourceTypes) {
      if (await this.upkeep.isInLine([type])) continue;
      await this.upkeep.prepare(type, prolong);
      await this.database.transaction((session) => this.upkeep.adopt(session, type, type.bundle.since));
    }
  }

  /** Model and tables are read one after the other: if the model changed in between, they say nothing of each other. */
  private async isIndexInLine(): Promise<boolean> {
    const { version, resourceTypes } = await this.model();
    if (await this.upkeep.isInLine(resourceTypes)) return true;
    return (await this.model()).version !== version && this.isIndexInLine();
  }

  private async model(): Promise<ContentModel> {
    const { version, bundles } = await readModel(this.database);
    return new ContentModel(version, bundles);
  }
}
