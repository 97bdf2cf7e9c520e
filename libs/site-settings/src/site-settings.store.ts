import type { AuditLines } from '@content-service/audit';
import type { SiteSettings } from './site-settings.js';

export interface StoredSettings {
  /** 0 before the first change; every change increments it by one. */
  readonly version: number;
  /** Only settings that were set; the others have their defaults. */
  readonly values: Partial<SiteSettings>;
}

/** The port for storing site settings. */
export abstract class SiteSettingsStore {
  abstract load(): Promise<StoredSettings>;

  /**
   * @param auditLines are stored with the settings
   * @returns false, without a change, when the stored version is not `expectedVersion`
   */
  abstract save(
    values: Partial<SiteSettings>,
    expectedVersion: number,
    auditLines?: AuditLines,
  ): Promise<boolean>;
}
