import { TypeOrmStorage } from '../typeorm-storage.js';

describe('the capabilities of TypeOrmEntryStore', () => {
  it.each([
    ['mysql://127.0.0.1/site', 10, true],
    ['mysql://127.0.0.1/site', 5, true],
    ['mysql://127.0.0.1/site', 4, false],
    ['postgres://127.0.0.1/site', 10, false],
    ['sqlite:site.db', 1, true],
  ])('offer concurrent writes at %s with %i connections: %s', (url, poolSize, expected) => {
    const { entries } = new TypeOrmStorage(url, { limits: { poolSize } });

    expect(entries.capabilities.concurrentWrites).toBe(expected);
  });
});
