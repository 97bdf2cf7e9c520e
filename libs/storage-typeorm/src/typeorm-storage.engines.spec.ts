import { describeStorage } from '@content-service/storage/conformance';
import { testEngine } from './testing/test-engines.js';
import { TypeOrmStorage } from './typeorm-storage.js';

const engine = await testEngine();

afterAll(() => engine.dropAll());

describeStorage(`TypeOrmStorage on ${engine.name}`, async () => new TypeOrmStorage(await engine.create()));
