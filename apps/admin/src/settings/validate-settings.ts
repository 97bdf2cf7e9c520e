import { t } from '@lingui/core/macro';
import { BOUNDS } from '../management-api/bounds.js';
import type { RateLimitTable } from '../management-api/resources.js';

/**
 * The reason why an origin is refused, or `undefined` for one such as `https://www.example.com` (Fetch, «Origin header»).
 */
export function validateOrigin(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:\/\//.test(text))
    return t`''${text}'' is not an origin: write it like https://www.example.com.`;
  const { origin } = new URL(text);
  return origin === text ? undefined : t`Write ''${text}'' as ${origin}.`;
}

/** The limits that the service applies when `rateLimits` is `recommended`. */
export const RECOMMENDED_RATE_LIMITS = {
  client: { quota: 1200, windowSeconds: 60 },
  write: { quota: 300, windowSeconds: 60 },
  anonymous: { quota: 300, windowSeconds: 60 },
  token: { quota: 120, windowSeconds: 60 },
  manage: { quota: 1200, windowSeconds: 60 },
} satisfies RateLimitTable;

const POLICIES = Object.keys(RECOMMENDED_RATE_LIMITS);
const EXAMPLE = '{"write":{"quota":300,"windowSeconds":60}}';
/** The bounds of each member of a limit, which are the same for all policies. */
const MEMBER_BOUNDS = BOUNDS['RateLimitSettings.change'].rateLimits.client;

/**
 * The reason why a rate limit table is refused, or `undefined` for one such as
 * `{"write":{"quota":300,"windowSeconds":60}}`. The service applies the same rule.
 *
 * @param table parsed JSON
 */
export function validateRateLimitTable(table: unknown): string | undefined {
  if (!isObject(table)) return t`Write a JSON object such as ${EXAMPLE}.`;
  const limits = Object.entries(table);
  if (limits.length === 0) return t`Name at least one policy: ${POLICIES.join(', ')}.`;
  return limits.map(([policy, limit]) => validateLimit(policy, limit)).find((reason) => reason !== undefined);
}

function validateLimit(policy: string, limit: unknown): string | undefined {
  if (!POLICIES.includes(policy)) return t`''${policy}'' is not a policy. Policies: ${POLICIES.join(', ')}.`;
  const members = isObject(limit) ? limit : {};
  const other = Object.keys(members).find((name) => !Object.hasOwn(MEMBER_BOUNDS, name));
  if (other !== undefined)
    return t`''${policy}'' has the unknown member ''${other}'': use quota and windowSeconds.`;
  for (const [name, { minimum, maximum }] of Object.entries(MEMBER_BOUNDS)) {
    const value = members[name];
    if (!Number.isInteger(value) || Number(value) < minimum || Number(value) > maximum)
      return t`${name} of ''${policy}'' must be a whole number from ${minimum} to ${maximum}.`;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
