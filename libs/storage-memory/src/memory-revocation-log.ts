import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemoryRevocationLog extends RevocationLog {
  private revocations: readonly Revocation[] = [];

  constructor(private readonly generations: MemoryGenerations) {
    super();
  }

  override append(revocations: readonly Revocation[]): Promise<void> {
    return atomic(() => {
      this.revocations = [...this.revocations, ...revocations];
      this.generations.increment('revocations');
    });
  }

  override findActive(now: number): Promise<Revocation[]> {
    return atomic(() => this.revocations.filter(({ until }) => until > now));
  }

  override prune(now: number): Promise<void> {
    return atomic(() => {
      this.revocations = this.revocations.filter(({ until }) => until > now);
    });
  }
}
