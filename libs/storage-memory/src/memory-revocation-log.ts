import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemoryRevocationLog extends RevocationLog {
  constructor(
    private readonly generations: Pick<MemoryGenerations, 'increment'>,
    private readonly revocations = new Map<string, Revocation>(),
  ) {
    super();
  }

  override append(revocations: readonly Revocation[]): Promise<void> {
    return atomic(() => {
      for (const revocation of revocations) this.revocations.set(toRevocationKey(revocation), revocation);
      this.generations.increment('revocations');
    });
  }

  override findActive(now: number): Promise<Revocation[]> {
    return atomic(() => [...this.revocations.values()].filter(({ until }) => until > now));
  }

  override prune(now: number): Promise<void> {
    return atomic(() => {
      for (const revocation of this.revocations.values())
        if (revocation.until <= now) this.revocations.delete(toRevocationKey(revocation));
    });
  }
}

/** Identifies a revocation; one that is repeated is stored once. */
export function toRevocationKey({ subject, id, notBefore, until }: Revocation): string {
  return `${subject} ${notBefore} ${until} ${id}`;
}
