import { StoreBusy } from '@content-service/entries';
import { MemoryRecordStore } from './memory-record.store.js';
import { RecordDatabase } from './record-database.js';

describe('RecordDatabase.transaction', () => {
  it('runs again when a record that it has read is changed before the commit', async () => {
    const database = new RecordDatabase(new MemoryRecordStore());
    let runs = 0;

    const result = await database.transaction(async (transaction) => {
      runs += 1;
      const seen = await transaction.get<{ n: number }>('other');
      if (runs === 1) await database.store.write([putNew('other')]);
      await transaction.put('key', { seen: seen?.n ?? 0 });
      return runs;
    });

    expect(result).toBe(2);
    expect(await database.get('key')).toEqual({ seen: 1 });
  });

  it('changes nothing when its body throws', async () => {
    const database = new RecordDatabase(new MemoryRecordStore());

    const failed = database.transaction(async (transaction) => {
      await transaction.put('key', {});
      throw new Error('refused');
    });

    await expect(failed).rejects.toThrow('refused');
    expect(await database.get('key')).toBeUndefined();
  });

  it('ends with StoreBusy when every attempt meets a conflict', async () => {
    class ContendedStore extends MemoryRecordStore {
      override write(): Promise<boolean> {
        return Promise.resolve(false);
      }
    }
    const database = new RecordDatabase(new ContendedStore());

    await expect(database.transaction((transaction) => transaction.put('key', {}))).rejects.toThrow(
      StoreBusy,
    );
  });
});

describe('RecordDatabase.get', () => {
  it('finds nothing under a key of any length, and what was put under it', async () => {
    const database = new RecordDatabase(new MemoryRecordStore());
    const key = `client/${'😀'.repeat(5000)}`;
    expect(await database.get(key)).toBeUndefined();

    await database.transaction((transaction) => transaction.put(key, { n: 1 }));

    expect(await database.get(key)).toEqual({ n: 1 });
    const [stored] = await database.store.list({ prefix: 'client/', limit: 1 });
    expect(Buffer.byteLength(stored?.key ?? '')).toBeLessThan(1000);
  });
});

describe('RecordTransaction.list', () => {
  it('lists a collection as the transaction leaves it', async () => {
    const database = new RecordDatabase(new MemoryRecordStore());
    await database.store.write(['a/1', 'a/2', 'b/1'].map(putNew));

    const listed = await database.transaction(async (transaction) => {
      await transaction.put('a/1', { n: 2 });
      await transaction.delete('a/2');
      await transaction.put('a/3', { n: 3 });
      return transaction.list('a/');
    });

    expect(listed).toEqual([{ n: 2 }, { n: 3 }]);
  });
});

function putNew(key: string) {
  return { kind: 'put', key, value: { n: 1 }, expectedVersion: 0 } as const;
}
