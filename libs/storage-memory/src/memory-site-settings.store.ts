import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import { atomic } from './atomic.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemorySiteSettingsStore extends SiteSettingsStore {
  private stored: StoredSettings = { version: 0, values: {} };

  constructor(private readonly generations: MemoryGenerations) {
    super();
  }

  override load(): Promise<StoredSettings> {
    return atomic(() => this.stored);
  }

  override save(values: Partial<SiteSettings>, expectedVersion: number): Promise<boolean> {
    return atomic(() => {
      if (this.stored.version !== expectedVersion) return false;
      this.stored = { version: expectedVersion + 1, values };
      this.generations.increment('settings');
      return true;
    });
  }
}
