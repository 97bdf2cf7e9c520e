import type { CacheScope, Generations } from '@content-service/storage';

/** Counts the changes of each area. */
export class MemoryGenerations {
  private readonly numbers: Record<CacheScope, number> = {
    model: 0,
    settings: 0,
    clients: 0,
    revocations: 0,
    keys: 0,
  };

  increment(area: CacheScope): void {
    this.numbers[area] += 1;
  }

  read(): Generations {
    return { ...this.numbers };
  }
}
