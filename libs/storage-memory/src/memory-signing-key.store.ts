import { type SigningKey, SigningKeyStore } from '@content-service/oauth-grants';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemorySigningKeyStore extends SigningKeyStore {
  private keys: readonly SigningKey[] = [];

  constructor(private readonly generations: MemoryGenerations) {
    super();
  }

  override list(): Promise<SigningKey[]> {
    return atomic(() => [...this.keys]);
  }

  override replace(keys: readonly SigningKey[], expectedKids: readonly string[]): Promise<boolean> {
    return atomic(() => {
      const present = this.keys.map(({ kid }) => kid);
      if (!sameSet(present, expectedKids)) return false;
      this.keys = [...keys];
      this.generations.increment('keys');
      return true;
    });
  }
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}
