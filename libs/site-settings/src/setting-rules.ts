import { isRateLimits, RATE_LIMITS_RULE } from './rate-limits.js';
import type { SiteSettings } from './site-settings.js';

/** The validation of one setting. */
export interface SettingRule {
  /** The rest of the message «<name> must be …». */
  readonly expectation: string;
  /** Of a number, for `meta` of errors. */
  readonly bounds?: { readonly minimum: number; readonly maximum: number };
  readonly isValid: (value: unknown) => boolean;
  /** Parses the form on a command line. Text that cannot be parsed is returned unchanged; `isValid` then rejects it. */
  readonly parse: (text: string) => unknown;
}

const YEAR_SECONDS = 31_536_000;

/**
 * The rules by setting. The bound of the refresh grace is that of common authorization servers (at most a minute); the
 * others are not stated by the specification: they limit the cost of one request.
 */
export const SETTING_RULES: Readonly<Record<keyof SiteSettings, SettingRule>> = {
  publicAccess: booleanRule(),
  allowedOperations: {
    expectation: 'read_only or read_write',
    isValid: (value) => value === 'read_only' || value === 'read_write',
    parse: (text) => text,
  },
  publishDescription: booleanRule(),
  corsOrigins: {
    expectation:
      '["*"] or a list of origins such as ["https://www.example.com"], each without path and default port',
    isValid: isOriginList,
    parse: parseJsonOrText,
  },
  pageLimitMaximum: integerRule(1, 500),
  includeDepthMaximum: integerRule(1, 20),
  includedMaximum: integerRule(1, 20_000),
  queryComplexityMaximum: integerRule(100, 100_000),
  documentBytesMaximum: integerRule(2 ** 20, 2 ** 28),
  publicMaxAgeSeconds: integerRule(0, YEAR_SECONDS),
  sharedMaxAgeSeconds: integerRule(0, YEAR_SECONDS),
  atomicOperationsMaximum: integerRule(1, 1000),
  refreshFamilyMaximumSeconds: integerRule(0, 10 * YEAR_SECONDS),
  refreshReuseGraceSeconds: integerRule(0, 60),
  requirePkce: booleanRule(),
  rateLimits: { expectation: RATE_LIMITS_RULE, isValid: isRateLimits, parse: parseJsonOrText },
};

export function isSettingName(name: string): name is keyof SiteSettings {
  return Object.hasOwn(SETTING_RULES, name);
}

function booleanRule(): SettingRule {
  return {
    expectation: 'true or false',
    isValid: (value) => typeof value === 'boolean',
    parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  };
}

function integerRule(minimum: number, maximum: number): SettingRule {
  return {
    expectation: `a whole number from ${minimum} to ${maximum}`,
    bounds: { minimum, maximum },
    isValid: (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
    parse: parseJsonOrText,
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
