import type { ErrorDetails } from '@content-service/kernel';
import { findImageStylesProblem, IMAGE_STYLES_MAXIMUM, IMAGE_STYLES_RULE } from './image-styles.js';
import type { SettingProblem } from './list-rule.js';
import { findMenusProblem, MENUS_MAXIMUM, MENUS_RULE } from './menus.js';
import { findPreviewSitesProblem, PREVIEW_SITES_MAXIMUM, PREVIEW_SITES_RULE } from './preview-sites.js';
import { isRateLimits, RATE_LIMITS_RULE } from './rate-limits.js';
import { findSharedViewsProblem, SHARED_VIEWS_MAXIMUM, SHARED_VIEWS_RULE } from './shared-views.js';
import {
  isSitePicture,
  SITE_COLOR,
  SITE_NAME,
  SITE_NAME_LENGTH_MAXIMUM,
  SITE_PICTURE,
  SITE_PICTURE_LENGTH_MAXIMUM,
} from './site-appearance.js';
import type { SiteSettings } from './site-settings.js';

/** The validation of one setting, and its description. */
export interface SettingRule {
  /** For docs/configuration.md: a part of a sentence in Markdown, with links relative to `docs/`. */
  readonly meaning: string;
  /** For the description of the API, a sentence; absent where the name says all. */
  readonly description?: string;
  /** The rest of the message «<name> must be …». */
  readonly expectation: string;
  /** As members of JSON Schema, for `meta` of errors. */
  readonly rule: NonNullable<ErrorDetails['meta']>;
  readonly isValid: (value: unknown) => boolean;
  /** The first problem within an invalid value; absent for values without members. */
  readonly findProblem?: (value: unknown) => SettingProblem | undefined;
  /** Parses the form on a command line. Text that cannot be parsed is returned unchanged; `isValid` then rejects it. */
  readonly parse: (text: string) => unknown;
}

const YEAR_SECONDS = 31_536_000;

/**
 * The rules by setting. The bound of the refresh grace is that of common authorization servers (at most a minute); the
 * others are not stated by the specification: they limit the cost of one request.
 */
export const SETTING_RULES: Readonly<Record<keyof SiteSettings, SettingRule>> = {
  publicAccess: booleanRule(
    'published content can be read without a token',
    'Whether published content can be read without a token.',
  ),
  allowedOperations: {
    meaning:
      'whether content can only be read, or created, updated and deleted too (the demo content switches this on)',
    expectation: 'read_only or read_write',
    rule: { enum: ['read_only', 'read_write'] },
    isValid: (value) => value === 'read_only' || value === 'read_write',
    parse: (text) => text,
  },
  publishDescription: booleanRule(
    '`/openapi.json` and `/docs` need no token; `false`: any valid token, so browsers cannot open `/docs` directly',
    'Whether `/openapi.json` and `/docs` are available without a token.',
  ),
  corsOrigins: {
    meaning: 'origins whose pages may send requests',
    expectation:
      '["*"] or a list of origins such as ["https://www.example.com"], each without path and default port',
    rule: { format: 'origin' },
    isValid: isOriginList,
    parse: parseJsonOrText,
  },
  pageLimitMaximum: integerRule(1, 500, 'entries of one page, and the default'),
  includeDepthMaximum: integerRule(1, 20, 'levels of an include path'),
  includedMaximum: integerRule(1, 20_000, 'resources in `included`'),
  queryComplexityMaximum: integerRule(
    100,
    100_000,
    'cost of one query; 1 is about 0.1 milliseconds over 2,000 entries',
    'Maximum cost of one query; 1 is about 0.1 milliseconds over 2,000 entries.',
  ),
  documentBytesMaximum: integerRule(
    2 ** 20,
    2 ** 28,
    'bytes of one response with several entries; its entries may have four times as many characters',
    'Maximum size in bytes of a response with several entries.',
  ),
  publicMaxAgeSeconds: integerRule(
    0,
    YEAR_SECONDS,
    '`max-age` of anonymous reads while `publicAccess` is true',
  ),
  sharedMaxAgeSeconds: integerRule(
    0,
    YEAR_SECONDS,
    '`s-maxage` of these reads for [shared caches](edge-caching.md); 0: they keep them as long as browsers do',
    'How long content delivery networks keep anonymous reads; 0: as long as browsers do.',
  ),
  atomicOperationsMaximum: integerRule(1, 1000, 'operations of one atomic request'),
  refreshFamilyMaximumSeconds: integerRule(
    0,
    10 * YEAR_SECONDS,
    'lifetime of all refresh tokens of one login together; 0 for no limit',
    'Maximum lifetime in seconds of all refresh tokens of one login; default 90 days. 0: no limit.',
  ),
  refreshReuseGraceSeconds: integerRule(0, 60, 'how long the previous refresh token is accepted once more'),
  requirePkce: booleanRule(
    'PKCE is required of confidential clients too',
    'Whether PKCE is required of confidential clients; it is always required of public ones.',
  ),
  localhostAnyPort: booleanRule(
    'redirects of public clients to `http://localhost` may have any port, as those to `127.0.0.1` and `[::1]` always may',
    'Whether redirects of public clients to `http://localhost` may have any port, as those to `127.0.0.1` and `[::1]` always may.',
  ),
  rateLimits: {
    meaning: 'see [limits](limits.md#rate-limits)',
    expectation: RATE_LIMITS_RULE,
    rule: { format: 'rate-limits' },
    isValid: isRateLimits,
    parse: parseJsonOrText,
  },
  redirectOldAliases: booleanRule(
    'the old alias of a published entry leads to it when it gets another one',
    'Whether the old alias of a published entry leads to it by a redirect when it gets another one.',
  ),
  revisionsKept: integerRule(
    0,
    1000,
    'replaced states of an entry that are kept, the newest; 0: none',
    'How many replaced states of an entry are kept, the newest; 0: none.',
  ),
  revisionDays: integerRule(
    0,
    10_000,
    'days that a replaced state is kept; 0: as long as `revisionsKept` allows',
    'How many days a replaced state of an entry is kept; 0: as long as `revisionsKept` allows.',
  ),
  trashDays: integerRule(
    0,
    10_000,
    'days that the last state of a deleted entry is kept; 0: it is not kept',
    'How many days the last state of a deleted entry is kept; 0: it is not kept.',
  ),
  imageStyles: {
    meaning: 'the [sizes](files.md#pictures-by-size) in which images are offered',
    description: 'The sizes in which images are offered, each by a link of their files.',
    expectation: IMAGE_STYLES_RULE,
    rule: { type: 'array', maxItems: IMAGE_STYLES_MAXIMUM },
    isValid: (value) => findImageStylesProblem(value) === undefined,
    findProblem: findImageStylesProblem,
    parse: parseJsonOrText,
  },
  previewSites: {
    meaning: 'the sites that show [previews](drafts-and-preview.md) of entries',
    description: 'The sites that show previews of entries, each by the address that switches drafts on.',
    expectation: PREVIEW_SITES_RULE,
    rule: { type: 'array', maxItems: PREVIEW_SITES_MAXIMUM },
    isValid: (value) => findPreviewSitesProblem(value) === undefined,
    findProblem: findPreviewSitesProblem,
    parse: parseJsonOrText,
  },
  sharedViews: {
    meaning:
      'the views of lists that are shared with all users of the administration, or with those of a role',
    description: 'The views of lists that are shared with all users, or with those of a role.',
    expectation: SHARED_VIEWS_RULE,
    rule: { type: 'array', maxItems: SHARED_VIEWS_MAXIMUM },
    isValid: (value) => findSharedViewsProblem(value) === undefined,
    findProblem: findSharedViewsProblem,
    parse: parseJsonOrText,
  },
  menus: {
    meaning: 'the [menus](websites.md#menus), whose links are entries',
    description:
      'The menus of the site, whose links are entries of the type `menu_link_content--menu_link_content`.',
    expectation: MENUS_RULE,
    rule: { type: 'array', maxItems: MENUS_MAXIMUM },
    isValid: (value) => findMenusProblem(value) === undefined,
    findProblem: findMenusProblem,
    parse: parseJsonOrText,
  },
  siteName: {
    meaning:
      'the name of the site in the administration and on the pages of the service; empty: the host of `BASE_URL`',
    description:
      'The name of the site in the administration and on the pages of the service; empty: its host.',
    expectation: `a text of at most ${SITE_NAME_LENGTH_MAXIMUM} characters without spaces at its ends`,
    rule: { type: 'string', maxLength: SITE_NAME_LENGTH_MAXIMUM },
    isValid: (value) =>
      typeof value === 'string' && value.length <= SITE_NAME_LENGTH_MAXIMUM && SITE_NAME.test(value),
    parse: (text) => text,
  },
  siteColor: {
    meaning:
      'the colour of buttons and links there, such as `#c2410c`, darkened or lightened where it could not be read; empty: blue',
    description:
      'The colour of buttons and links there, darkened or lightened where it could not be read; empty: blue.',
    expectation: 'a colour such as #c2410c, or empty',
    rule: { type: 'string', pattern: SITE_COLOR.source },
    isValid: (value) => typeof value === 'string' && SITE_COLOR.test(value),
    parse: (text) => text,
  },
  siteLogo: sitePictureRule('the picture beside the name'),
  siteIcon: sitePictureRule('the picture in the tab of the browser'),
};

export function isSettingName(name: string): name is keyof SiteSettings {
  return Object.hasOwn(SETTING_RULES, name);
}

function booleanRule(meaning: string, description?: string): SettingRule {
  return {
    meaning,
    ...(description === undefined ? {} : { description }),
    expectation: 'true or false',
    rule: { type: 'boolean' },
    isValid: (value) => typeof value === 'boolean',
    parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  };
}

function integerRule(minimum: number, maximum: number, meaning: string, description?: string): SettingRule {
  return {
    meaning,
    ...(description === undefined ? {} : { description }),
    expectation: `a whole number from ${minimum} to ${maximum}`,
    rule: { type: 'integer', minimum, maximum },
    isValid: (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
    parse: parseJsonOrText,
  };
}

function sitePictureRule(meaning: string): SettingRule {
  return {
    meaning: `${meaning}: a PNG, JPEG, WebP or SVG of about 30 KB at most as \`data:image/…;base64,…\`; empty: none`,
    description: `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}: a PNG, JPEG, WebP or SVG as \`data:\` URL; empty: none.`,
    expectation: `a PNG, JPEG, WebP or SVG as data:image/…;base64,… with at most ${SITE_PICTURE_LENGTH_MAXIMUM} characters, or empty`,
    rule: { type: 'string', pattern: SITE_PICTURE.source, maxLength: SITE_PICTURE_LENGTH_MAXIMUM },
    isValid: isSitePicture,
    parse: (text) => text,
  };
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** `*` must be the only member: beside it a listed origin would have no effect. */
function isOriginList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return (value.length === 1 && value[0] === '*') || value.every(isOrigin);
}

/**
 * Whether a browser can send this text as `Origin` (RFC 6454 §6.2). Origins are compared character by character, so one
 * with a path, a default port or a capital in the host would never match. Schemes of apps (`capacitor://localhost`) have
 * no canonical form and are accepted as they are.
 */
function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(value)) return false;
  if (!/^https?:/.test(value)) return true;
  return URL.canParse(value) && new URL(value).origin === value;
}
