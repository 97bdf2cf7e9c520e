/** The names of the rate limits of a site, as in the header `RateLimit-Policy`. */
export const RATE_LIMIT_POLICIES = ['client', 'write', 'anonymous', 'token', 'manage'] as const;

export type RateLimitPolicy = (typeof RATE_LIMIT_POLICIES)[number];

/** At most `quota` requests of one key in a window, which begins with the first request. */
export interface RateLimit {
  /** 1 to 1,000,000. */
  readonly quota: number;
  /** 1 to 86,400. */
  readonly windowSeconds: number;
}

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

const QUOTA_MAXIMUM = 1_000_000;
const WINDOW_SECONDS_MAXIMUM = 86_400;

/** The rest of the message «rateLimits must be …». */
export const RATE_LIMITS_RULE =
  'none, recommended, or a table such as {"write":{"quota":300,"windowSeconds":60}} ' +
  `of the policies ${RATE_LIMIT_POLICIES.join(', ')} with quota 1 to ${QUOTA_MAXIMUM} and windowSeconds 1 to ${WINDOW_SECONDS_MAXIMUM}`;

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
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const { quota, windowSeconds } = value;
  return isPositiveInteger(quota, QUOTA_MAXIMUM) && isPositiveInteger(windowSeconds, WINDOW_SECONDS_MAXIMUM);
}

function isPositiveInteger(value: unknown, maximum: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maximum;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
