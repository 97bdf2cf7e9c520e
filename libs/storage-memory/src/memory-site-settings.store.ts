import { type SiteSettings, SiteSettingsStore, type StoredSettings } from '@content-service/site-settings';
import { act } from './act.js';
import type { MemoryGenerations } from './memory-generations.js';

export class MemorySiteSettingsStore extends SiteSettingsStore {
  private stored: StoredSettings = { version: 0, values: {} };

  constructor(private readonly generations: MemoryGenerations) {
    super();
  }

  override load(): Promise<StoredSettings> {
    return act(() => this.stored);
  }

  override save(values: Partial<SiteSettings>, expectedVersion: number): Promise<boolean> {
    return act(() => {
      if (this.stored.version !== expectedVersion) return false;
      this.stored = { version: expectedVersion + 1, values };
      this.generations.raise('settings');
      return true;
    });
  }
}
