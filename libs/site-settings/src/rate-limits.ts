import { findMemberProblems, type MemberRules, type NewOf } from '@content-service/kernel';

/** The names of the rate limits of a site, as in the header `RateLimit-Policy`. */
export const RATE_LIMIT_POLICIES = ['client', 'write', 'anonymous', 'token', 'manage'] as const;

export type RateLimitPolicy = (typeof RATE_LIMIT_POLICIES)[number];

/** The members of the limit of a policy. */
export const RATE_LIMIT_MEMBERS = {
  quota: {
    type: 'integer',
    required: true,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Maximum number of requests per window.',
  },
  windowSeconds: { type: 'integer', required: true, minimum: 1, maximum: 86_400 },
} as const satisfies MemberRules;

/** At most `quota` requests of one key in a window, which begins with the first request. */
export type RateLimit = NewOf<typeof RATE_LIMIT_MEMBERS>;

/** Limits by policy; an absent policy has no limit. */
export type RateLimitTable = Readonly<Partial<Record<RateLimitPolicy, RateLimit>>>;

/** No limits, the recommended ones, or a table such as `{"write":{"quota":300,"windowSeconds":60}}`. */
export type RateLimits = 'none' | 'recommended' | RateLimitTable;

const RECOMMENDED: RateLimitTable = {
  client: { quota: 1200, windowSeconds: 60 },
  write: { quota: 300, windowSeconds: 60 },
  anonymous: { quota: 300, windowSeconds: 60 },
  token: { quota: 120, windowSeconds: 60 },
  manage: { quota: 1200, windowSeconds: 60 },
};

/** The limits by policy of a value of the setting; `undefined` for `none`. */
export function toRateLimitTable(limits: RateLimits): RateLimitTable | undefined {
  if (limits === 'none') return undefined;
  return limits === 'recommended' ? RECOMMENDED : limits;
}

/** The rest of the message «rateLimits must be …». */
export const RATE_LIMITS_RULE =
  'none, recommended, or a table such as {"write":{"quota":300,"windowSeconds":60}} ' +
  `of the policies ${RATE_LIMIT_POLICIES.join(', ')} with ` +
  Object.entries(RATE_LIMIT_MEMBERS)
    .map(([name, { minimum, maximum }]) => `${name} ${minimum} to ${maximum}`)
    .join(' and ');

export function isRateLimits(value: unknown): value is RateLimits {
  if (value === 'none' || value === 'recommended') return true;
  if (!isObject(value)) return false;
  const rows = Object.entries(value);
  return rows.length > 0 && rows.every(([name, row]) => isPolicy(name) && isRateLimit(row));
}

function isPolicy(name: string): name is RateLimitPolicy {
  return (RATE_LIMIT_POLICIES as readonly string[]).includes(name);
}

function isRateLimit(value: unknown): value is RateLimit {
  const rules = Object.entries(RATE_LIMIT_MEMBERS);
  return (
    isObject(value) &&
    Object.keys(value).length === rules.length &&
    rules.every(
      ([name, rule]) =>
        Number.isInteger(value[name]) && findMemberProblems(name, rule, value[name]).length === 0,
    )
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
