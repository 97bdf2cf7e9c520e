import { StoreBusy } from '@content-service/entries';
import { LoadedMap } from './loaded-map.js';
import { MemoryRecordStore } from './memory-record.store.js';
import { Records } from './records.js';

describe('Records.transaction', () => {
  it('runs again when a record that it has read is changed before the commit', async () => {
    const records = new Records(new MemoryRecordStore());
    let runs = 0;

    const result = await records.transaction(async (transaction) => {
      runs += 1;
      const seen = await transaction.get<{ n: number }>('other');
      if (runs === 1) await records.store.write([putNew('other')]);
      await transaction.put('key', { seen: seen?.n ?? 0 });
      return runs;
    });

    expect(result).toBe(2);
    expect(await records.get('key')).toEqual({ seen: 1 });
  });

  it('changes nothing when its body throws', async () => {
    const records = new Records(new MemoryRecordStore());

    const failed = records.transaction(async (transaction) => {
      await transaction.put('key', {});
      throw new Error('refused');
    });

    await expect(failed).rejects.toThrow('refused');
    expect(await records.get('key')).toBeUndefined();
  });

  it('ends with StoreBusy when every attempt meets a conflict', async () => {
    class ContendedStore extends MemoryRecordStore {
      override write(): Promise<boolean> {
        return Promise.resolve(false);
      }
    }
    const records = new Records(new ContendedStore());

    await expect(records.transaction((transaction) => transaction.put('key', {}))).rejects.toThrow(StoreBusy);
  });
});

describe('Records.get', () => {
  it('finds nothing under a key of any length, and what was put under it', async () => {
    const records = new Records(new MemoryRecordStore());
    const key = `client/${'😀'.repeat(5000)}`;
    expect(await records.get(key)).toBeUndefined();

    await records.transaction((transaction) => transaction.put(key, { n: 1 }));

    expect(await records.get(key)).toEqual({ n: 1 });
    const [stored] = await records.store.list({ prefix: 'client/', limit: 1 });
    expect(Buffer.byteLength(stored?.key ?? '')).toBeLessThan(1000);
  });
});

describe('LoadedMap', () => {
  it('refuses access to records that were not loaded', () => {
    const map = new LoadedMap<object>('job/', ['a']);
    map.add('a', {});

    expect(map.has('a')).toBe(true);
    expect(() => map.get('b')).toThrow('The record job/b was not loaded.');
    expect(() => [...map.values()]).toThrow('Only some records of job/ were loaded.');
  });
});

function putNew(key: string) {
  return { kind: 'put', key, value: { n: 1 }, expectedVersion: 0 } as const;
}
