import type { TransactionalRecords } from '@content-service/audit';
import { type SigningKey, SigningKeyStore } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemorySigningKeyStore extends SigningKeyStore {
  constructor(
    private readonly generations: Pick<MemoryGenerations, 'increment'>,
    private readonly keys = new Map<string, SigningKey>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override list(): Promise<SigningKey[]> {
    return atomic(() => [...this.keys.values()]);
  }

  override replace(
    keys: readonly SigningKey[],
    expectedKids: readonly string[],
    records?: TransactionalRecords,
  ): Promise<boolean> {
    return this.transactions.run(records, () => {
      const present = [...this.keys.values()].map(({ kid }) => kid);
      if (!sameSet(present, expectedKids)) return false;
      for (const kid of present) this.keys.delete(kid);
      for (const key of keys) this.keys.set(key.kid, key);
      this.generations.increment('keys');
      return true;
    });
  }
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}
