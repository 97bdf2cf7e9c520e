import type { SiteSettings } from './site-settings.js';

/** What one setting may hold. */
export interface SettingRule {
  /** The rest of the sentence «<name> must be …». */
  readonly mustBe: string;
  readonly accepts: (value: unknown) => boolean;
  /** The value from its form on a command line; what cannot be read is handed on, for `accepts` to refuse. */
  readonly fromText: (text: string) => unknown;
}

const YEAR_SECONDS = 31_536_000;

/**
 * One row a setting. Only the refresh grace has a bound from outside (at most a minute, as authorization servers in
 * the field have it); the other bounds are not stated anywhere: they keep one request from occupying the service.
 */
export const SETTING_RULES: Readonly<Record<keyof SiteSettings, SettingRule>> = {
  publicAccess: {
    mustBe: 'true or false',
    accepts: (value) => typeof value === 'boolean',
    fromText: (text) => BOOLEANS.get(text) ?? text,
  },
  allowedOperations: {
    mustBe: 'read_only or read_write',
    accepts: (value) => value === 'read_only' || value === 'read_write',
    fromText: (text) => text,
  },
  corsOrigins: {
    mustBe:
      '["*"] or a list of origins such as ["https://www.example.com"], each without path and default port',
    accepts: isOriginList,
    fromText: jsonOrText,
  },
  pageLimitMaximum: wholeNumber(1, 500),
  includeDepthMaximum: wholeNumber(1, 20),
  includedMaximum: wholeNumber(1, 20_000),
  publicMaxAgeSeconds: wholeNumber(0, YEAR_SECONDS),
  atomicOperationsMaximum: wholeNumber(1, 1000),
  refreshFamilyMaximumSeconds: wholeNumber(0, 10 * YEAR_SECONDS),
  refreshReuseGraceSeconds: wholeNumber(0, 60),
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

export function isSettingName(name: string): name is keyof SiteSettings {
  return Object.hasOwn(SETTING_RULES, name);
}

function wholeNumber(least: number, most: number): SettingRule {
  return {
    mustBe: `a whole number from ${least} to ${most}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    fromText: jsonOrText,
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** `*` stands alone: beside it a listed origin would look like a restriction and be none. */
function isOriginList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return (value.length === 1 && value[0] === '*') || value.every(isOrigin);
}

/**
 * Whether a browser can send this text as `Origin` (RFC 6454 §6.2). Origins are compared character by character, so a
 * path, a default port or a capital in the host would never match. Schemes of apps (`capacitor://localhost`) have no
 * canonical form to compare with.
 */
function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(value)) return false;
  if (!/^https?:/.test(value)) return true;
  return URL.canParse(value) && new URL(value).origin === value;
}
