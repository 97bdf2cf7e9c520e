// `npm run migration:check`: compares the entities of TypeORM with the database of DATABASE_URL as it is, or else with one that the
// migrations make: of SQLite, or with --servers of MariaDB and of PostgreSQL. Each difference is a line, and there must be none.
import { findSchemaDifferences, TypeOrmStorage } from '@content-service/storage-typeorm';
import { testEngine } from '../libs/storage-typeorm/src/testing/test-engines.ts';
import { mariadb } from './mariadb.js';
import { postgres } from './postgres.js';

const { DATABASE_URL } = process.env;
const isOfServers = process.argv.includes('--servers');
let count = 0;
if (DATABASE_URL !== undefined) await check('DATABASE_URL', DATABASE_URL);
else if (isOfServers)
  for (const [storage, launch] of Object.entries({ mariadb, postgres })) await checkServer(storage, launch);
else await checkMigrated();
process.exitCode = count === 0 ? 0 : 1;

async function checkServer(storage, launch) {
  const server = await launch();
  Object.assign(process.env, { TEST_STORAGE: storage, TEST_DATABASE_URL: server.url });
  await checkMigrated();
  delete process.env.TEST_DATABASE_URL;
  await server.stop();
}

async function checkMigrated() {
  const engine = await testEngine();
  const url = await engine.create();
  const storage = new TypeOrmStorage(url);
  await storage.open();
  await storage.migrate();
  await storage.close();
  await check(engine.name, url);
  await engine.dropAll();
}

async function check(name, url) {
  const differences = await findSchemaDifferences(url);
  count += differences.length;
  console.log(
    `${name}: ${differences.length === 0 ? 'the schema is that of the entities' : 'the schema differs'}`,
  );
  for (const difference of differences) console.log(`  ${difference}`);
}
