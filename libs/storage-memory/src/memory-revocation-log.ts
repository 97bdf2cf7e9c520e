import { type Revocation, RevocationLog } from '@content-service/oauth-grants';
import { act } from './act.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemoryRevocationLog extends RevocationLog {
  private revocations: readonly Revocation[] = [];

  constructor(private readonly generations: MemoryGenerations) {
    super();
  }

  override append(revocations: readonly Revocation[]): Promise<void> {
    return act(() => {
      this.revocations = [...this.revocations, ...revocations];
      this.generations.raise('revocations');
    });
  }

  override inForce(now: number): Promise<Revocation[]> {
    return act(() => this.revocations.filter(({ until }) => until > now));
  }

  override prune(now: number): Promise<void> {
    return act(() => {
      this.revocations = this.revocations.filter(({ until }) => until > now);
    });
  }
}
