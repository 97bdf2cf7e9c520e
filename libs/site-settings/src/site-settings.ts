import { DEFAULT_IMAGE_STYLES, type ImageStyle } from './image-styles.js';
import { DEFAULT_MENUS, type Menu } from './menus.js';
import type { PreviewSite } from './preview-sites.js';
import type { RateLimits } from './rate-limits.js';
import type { SharedView } from './shared-views.js';

/**
 * Settings of the whole site, changed at run time (specification: `API > JSON:API`, `API > CORS configuration`). A new one
 * also needs its rule and descriptions (`setting-rules.ts`), its name in a document of `http/management/settings/settings-document.ts`
 * of the application, and an input in `settings/*-settings-form.tsx` of the administration.
 */
export interface SiteSettings {
  /** Whether published content can be read without a token. */
  readonly publicAccess: boolean;
  readonly allowedOperations: 'read_only' | 'read_write';
  /** Whether `/openapi.json` and `/docs` are answered without a token. */
  readonly publishDescription: boolean;
  /** `['*']`, or exact origins such as `https://www.example.com`. */
  readonly corsOrigins: readonly string[];
  /** The maximum and default number of entries of a page. */
  readonly pageLimitMaximum: number;
  /** The maximum number of levels of an include path. */
  readonly includeDepthMaximum: number;
  /** The maximum number of resources in `included`. */
  readonly includedMaximum: number;
  /**
   * The maximum complexity of a query, in units of `COMPLEXITY` of the entries library: 1 is a tenth of a millisecond over
   * 2,000 entries.
   */
  readonly queryComplexityMaximum: number;
  /** The maximum number of bytes of a document with several entries. */
  readonly documentBytesMaximum: number;
  /** `max-age` in seconds of anonymous reads while Public access is Yes. */
  readonly publicMaxAgeSeconds: number;
  /**
   * `s-maxage` in seconds of anonymous reads while Public access is Yes: how long content delivery networks keep them. 0: as
   * long as browsers do.
   */
  readonly sharedMaxAgeSeconds: number;
  /** The maximum number of operations of an atomic request. */
  readonly atomicOperationsMaximum: number;
  /**
   * The maximum lifetime of a token family since its first token; 0 means no maximum (each token lives 14 days). The
   * default is 90 days (OWASP ASVS 5, 10.4.8 requires a maximum).
   */
  readonly refreshFamilyMaximumSeconds: number;
  /** How long after a rotation the previous refresh token may be used once more, 0 to 60. */
  readonly refreshReuseGraceSeconds: number;
  /** Whether authorization requests of confidential clients need a PKCE challenge, too. */
  readonly requirePkce: boolean;
  /**
   * Whether redirects of public clients to `http://localhost` match with every port, as those to 127.0.0.1 and [::1] always
   * do (RFC 8252 §7.3, §8.3).
   */
  readonly localhostAnyPort: boolean;
  /** The rate limits of clients and addresses. */
  readonly rateLimits: RateLimits;
  /** Whether the old alias of a published entry leads to it by a redirect when it gets another one. */
  readonly redirectOldAliases: boolean;
  /** How many replaced states of an entry are kept, 0 to 1,000; 0: none. */
  readonly revisionsKept: number;
  /** How many days a replaced state is kept; 0: as long as `revisionsKept` allows. */
  readonly revisionDays: number;
  /** How many days the last state of a deleted entry is kept; 0: it is not. */
  readonly trashDays: number;
  /** The sizes in which images are offered, at most 30. */
  readonly imageStyles: readonly ImageStyle[];
  /** The sites that show previews, at most 20. */
  readonly previewSites: readonly PreviewSite[];
  /** The views of lists that are shared with all users, or with those of a role; at most 50. */
  readonly sharedViews: readonly SharedView[];
  /** The menus, at most 50. */
  readonly menus: readonly Menu[];
  /** The name of the site in the administration and on the pages of the service; empty: its host. */
  readonly siteName: string;
  /** The colour of buttons and links there, such as `#c2410c`; empty: blue. */
  readonly siteColor: string;
  /** The picture beside the name as `data:` URL, at most 40,000 characters; empty: none. */
  readonly siteLogo: string;
  /** The picture in the tab of the browser, as `siteLogo`; empty: that of the service. */
  readonly siteIcon: string;
}

/** The values at first start. */
export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  publicAccess: false,
  allowedOperations: 'read_only',
  publishDescription: true,
  corsOrigins: ['*'],
  pageLimitMaximum: 50,
  includeDepthMaximum: 10,
  includedMaximum: 2000,
  queryComplexityMaximum: 1200,
  documentBytesMaximum: 16 * 2 ** 20,
  publicMaxAgeSeconds: 0,
  sharedMaxAgeSeconds: 0,
  atomicOperationsMaximum: 100,
  refreshFamilyMaximumSeconds: 7_776_000,
  refreshReuseGraceSeconds: 0,
  requirePkce: false,
  localhostAnyPort: false,
  rateLimits: 'none',
  redirectOldAliases: true,
  revisionsKept: 50,
  revisionDays: 0,
  trashDays: 30,
  imageStyles: DEFAULT_IMAGE_STYLES,
  previewSites: [],
  sharedViews: [],
  menus: DEFAULT_MENUS,
  siteName: '',
  siteColor: '',
  siteLogo: '',
  siteIcon: '',
};

/** What writes keep of the states that they replace or delete, as `HistoryOptions` of the domain library `entries`. */
export function toHistoryOptions({ revisionsKept, trashDays }: SiteSettings): {
  readonly revisions: number;
  readonly trash: boolean;
} {
  return { revisions: revisionsKept, trash: trashDays > 0 };
}
