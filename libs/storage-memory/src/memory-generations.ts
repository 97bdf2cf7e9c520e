import type { Area, Generations } from '@content-service/storage';

/** Counts the changes of each area. */
export class MemoryGenerations {
  private readonly numbers: Record<Area, number> = {
    model: 0,
    settings: 0,
    clients: 0,
    revocations: 0,
    keys: 0,
  };

  raise(area: Area): void {
    this.numbers[area] += 1;
  }

  read(): Generations {
    return { ...this.numbers };
  }
}
