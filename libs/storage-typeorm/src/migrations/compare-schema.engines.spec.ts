import { Database } from '../database/database.js';
import { raw } from '../database/sql.js';
import { bundle, putBundle } from '../testing/sample-content.js';
import { describeOnEngine } from '../testing/test-engines.js';
import { TypeOrmStorage } from '../typeorm-storage.js';
import { findSchemaDifferences } from './compare-schema.js';

const MAKE_NAME_OPTIONAL = {
  mysql: ['ALTER TABLE user_role MODIFY label VARCHAR(255) COLLATE utf8mb4_bin NULL'],
  postgres: ['ALTER TABLE user_role ALTER COLUMN label DROP NOT NULL'],
  // SQLite cannot change a column.
  sqlite: [
    'ALTER TABLE user_role RENAME TO former',
    'CREATE TABLE user_role (name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, label TEXT, scopes TEXT NOT NULL) WITHOUT ROWID',
    'DROP TABLE former',
  ],
};

await describeOnEngine('findSchemaDifferences', (engine) => {
  let url: string;
  let database: Database;

  /** @param getStatements what an administrator does by hand */
  async function changeByHand(
    getStatements: (dialect: Database['dialect']) => readonly string[],
  ): Promise<string[]> {
    await database.executeAll(getStatements(database.dialect).map(raw));
    return findSchemaDifferences(url);
  }

  beforeEach(async () => {
    url = await engine.create();
    const storage = new TypeOrmStorage(url);
    await storage.open();
    await storage.migrate();
    await putBundle(storage, bundle('page'));
    await storage.close();
    database = new Database(url);
    await database.open();
  });

  afterEach(async () => {
    await database.close();
  });

  it('finds none in a migrated database, and leaves out the tables of resource types', async () => {
    expect(await findSchemaDifferences(url)).toEqual([]);
  });

  it('names a column that was dropped, and one that was added', async () => {
    const differences = await changeByHand(() => [
      'ALTER TABLE client DROP COLUMN last_used_at',
      'ALTER TABLE consent ADD COLUMN note INTEGER NULL',
    ]);

    expect(differences).toContain('new columns added: last_used_at');
    expect(differences).toContainEqual(expect.stringMatching(/^columns dropped in .*\bconsent: note$/));
  });

  it('names a column that may be NULL against its entity', async () => {
    const differences = await changeByHand(({ name }) => MAKE_NAME_OPTIONAL[name]);

    expect(differences).toContainEqual(
      expect.stringMatching(/^columns changed in ".*\buser_role"\. updating: label$/),
    );
  });

  it('names an index that was dropped, and one with its columns in another order', async () => {
    const turned = { name: 'k_delivery_endpoint', columns: ['id', 'endpoint_id'] };
    const differences = await changeByHand((dialect) =>
      [
        ...dialect.reduceTable('job', [], ['k_job_state']),
        ...dialect.reduceTable('webhook_delivery', [], [turned.name]),
        ...dialect.extendTable('webhook_delivery', [], [turned]),
      ].map(({ text }) => text),
    );

    expect(differences).toContain('k_job_state of job: (state, run_at) expected, no index found');
    expect(differences).toContain(
      'k_delivery_endpoint of webhook_delivery: (endpoint_id, id) expected, (id, endpoint_id) found',
    );
  });

  it('names a unique key that was dropped', async () => {
    const drop = {
      mysql: ['ALTER TABLE account DROP KEY u_name'],
      postgres: ['ALTER TABLE account DROP CONSTRAINT account_name_key_key'],
      sqlite: [
        'ALTER TABLE account RENAME TO former',
        'CREATE TABLE account AS SELECT * FROM former',
        'DROP TABLE former',
      ],
    };

    const differences = await changeByHand(({ name }) => drop[name]);

    expect(differences.join('\n')).toMatch(/account.*name_key/);
  });
});
