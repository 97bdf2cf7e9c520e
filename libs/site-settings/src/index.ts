export { parseSitePicture, type SitePicture } from './site-appearance.js';
export { IMAGE_STYLE_MEMBERS, type ImageStyle } from './image-styles.js';
export { addMenu } from './add-menu.js';
export { findListViewProblems, LIST_VIEW_MEMBERS, LIST_VIEWS, LIST_VIEWS_MEMBERS } from './list-views.js';
export { type Menu, MENU_MEMBERS } from './menus.js';
export { PREVIEW_SITE_MEMBERS, type PreviewSite } from './preview-sites.js';
export {
  isRateLimits,
  type RateLimit,
  RATE_LIMIT_MEMBERS,
  RATE_LIMIT_POLICIES,
  type RateLimitPolicy,
  RATE_LIMITS_RULE,
  type RateLimits,
  type RateLimitTable,
  toRateLimitTable,
} from './rate-limits.js';
export { SETTING_RULES } from './setting-rules.js';
export { SHARED_VIEW_MEMBERS, type SharedView } from './shared-views.js';
export { DEFAULT_SITE_SETTINGS, type SiteSettings, toHistoryOptions } from './site-settings.js';
export { SettingInvalid, SettingUnknown, WritesNotAllowed } from './site-settings.errors.js';
export { SiteSettingsModule } from './site-settings.module.js';
export { SiteSettingsService, validateSettingChanges } from './site-settings.service.js';
export { SiteSettingsStore, type StoredSettings } from './site-settings.store.js';
