export {
  isRateLimits,
  type RateLimit,
  RATE_LIMIT_POLICIES,
  type RateLimitPolicy,
  RATE_LIMITS_RULE,
  type RateLimits,
  type RateLimitTable,
  toRateLimitTable,
} from './rate-limits.js';
export { SETTING_RULES } from './setting-rules.js';
export { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site-settings.js';
export { SettingInvalid, SettingUnknown, WritesNotAllowed } from './site-settings.errors.js';
export { SiteSettingsModule } from './site-settings.module.js';
export { SiteSettingsService, validateSettingChanges } from './site-settings.service.js';
export { SiteSettingsStore, type StoredSettings } from './site-settings.store.js';
