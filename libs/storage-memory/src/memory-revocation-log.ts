import type { TransactionalRecords } from '@content-service/audit';
import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';
import type { MemoryGenerations } from './memory-generations.js';
import { RecordedTransactions } from './recorded-transactions.js';

export class MemoryRevocationLog extends RevocationLog {
  constructor(
    private readonly generations: Pick<MemoryGenerations, 'increment'>,
    private readonly revocations = new Map<string, Revocation>(),
    private readonly transactions = new RecordedTransactions(),
  ) {
    super();
  }

  override append(revocations: readonly Revocation[], records?: TransactionalRecords): Promise<void> {
    return this.transactions.run(records, () => {
      for (const revocation of revocations) this.revocations.set(toRevocationKey(revocation), revocation);
      this.generations.increment('revocations');
    });
  }

  override findActive(now: number): Promise<Revocation[]> {
    return atomic(() => [...this.revocations.values()].filter(({ until }) => until > now));
  }

  override prune(now: number, limit: number): Promise<number> {
    return atomic(() => deleteSelected(this.revocations, ({ until }) => until <= now, limit));
  }
}

/** Identifies a revocation; one that is repeated is stored once. */
export function toRevocationKey({ subject, id, notBefore, until }: Revocation): string {
  return `${subject} ${notBefore} ${until} ${id}`;
}
