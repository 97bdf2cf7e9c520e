import type { SiteSettings } from './site-settings.js';

export interface StoredSettings {
  /** 0 when nothing was ever stored; rises by one with every change. */
  readonly version: number;
  /** Only what was ever set; the rest has its default. */
  readonly values: Partial<SiteSettings>;
}

/** Where site settings are kept. */
export abstract class SiteSettingsStore {
  abstract load(): Promise<StoredSettings>;

  /** @returns false when the stored version is not `expectedVersion` (any more); then nothing changes */
  abstract save(values: Partial<SiteSettings>, expectedVersion: number): Promise<boolean>;
}
