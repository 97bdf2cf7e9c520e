import { jest } from '@jest/globals';
import { describeStorage } from '@content-service/storage/conformance';
import { testEngines } from './testing/test-engines.js';
import { TypeOrmStorage } from './typeorm-storage.js';

// MariaDB takes a while to make its tables.
jest.setTimeout(60_000);

const engines = await testEngines();

afterAll(async () => {
  for (const engine of engines) await engine.dropAll();
});

for (const engine of engines)
  describeStorage(`TypeOrmStorage on ${engine.name}`, async () => new TypeOrmStorage(await engine.create()));
