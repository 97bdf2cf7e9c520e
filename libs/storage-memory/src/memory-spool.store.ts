import { type SpoolPart, SpoolStore } from '@content-service/jobs';
import type { Uuid } from '@content-service/kernel';
import { atomic } from './atomic.js';
import { deleteSelected } from './delete-selected.js';

export class MemorySpoolStore extends SpoolStore {
  private readonly parts = new Map<string, SpoolPart>();

  override put(part: SpoolPart): Promise<void> {
    return atomic(() => void this.parts.set(toKey(part), part));
  }

  override find(spool: Uuid, part: number): Promise<string | undefined> {
    return atomic(() => this.parts.get(toKey({ spool, part }))?.text);
  }

  override delete(spool: Uuid): Promise<void> {
    return atomic(() => void deleteSelected(this.parts, (part) => part.spool === spool));
  }

  override prune(before: number, limit: number): Promise<number> {
    return atomic(() => {
      const latest = new Map<Uuid, number>();
      for (const { spool, storedAt } of this.parts.values())
        latest.set(spool, Math.max(latest.get(spool) ?? 0, storedAt));
      const old = [...latest].filter(([, storedAt]) => storedAt < before).slice(0, limit);
      const spools = new Set(old.map(([spool]) => spool));
      deleteSelected(this.parts, ({ spool }) => spools.has(spool));
      return spools.size;
    });
  }
}

function toKey({ spool, part }: Pick<SpoolPart, 'spool' | 'part'>): string {
  return `${spool}/${part}`;
}
