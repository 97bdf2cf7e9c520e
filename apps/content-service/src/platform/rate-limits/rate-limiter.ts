import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toRateLimitPrefix } from '@content-service/accounts';
import { DomainError } from '@content-service/kernel';
import {
  type RateLimit,
  type RateLimitPolicy,
  type RateLimits,
  SiteSettingsService,
  toRateLimitTable,
} from '@content-service/site-settings';
import { Metrics } from '../metrics/metrics.js';
import { LimiterFactory } from './limiter-factory.js';
import type { Consumption, Limiter } from './limiter.js';

/** A point taken from a limit. */
export interface TakenPoint {
  /** Returns the point: the request does not count. */
  refund(): Promise<void>;
}

interface ActiveLimit {
  readonly limit: RateLimit;
  readonly limiter: Limiter;
}

/** The rate limits of the site setting `rateLimits`. */
@Injectable()
export class RateLimiter {
  private setting: RateLimits = 'none';
  /** Limits of the current setting by policy and numbers; limits that a change of the setting keeps also keep their counts. */
  private limits: ReadonlyMap<string, ActiveLimit> = new Map();

  constructor(
    private readonly settings: SiteSettingsService,
    private readonly factory: LimiterFactory,
    private readonly metrics: Metrics,
  ) {}

  get areOn(): boolean {
    return this.settings.current().rateLimits !== 'none';
  }

  /**
   * Takes a point of a key and sets the header fields of draft-ietf-httpapi-ratelimit-headers.
   *
   * @returns `undefined` when the policy has no limit
   * @throws QuotaExceeded
   */
  async take(policy: RateLimitPolicy, key: string, response: Response): Promise<TakenPoint | undefined> {
    const limited = this.find(policy);
    if (limited === undefined) return undefined;
    const { limit, limiter } = limited;
    const consumption = await limiter.consume(key);
    setFields(response, policy, limit, consumption);
    if (!consumption.isAllowed) {
      this.metrics.rateLimited.inc({ policy });
      throw new QuotaExceeded(policy, limit, consumption.resetSeconds);
    }
    return {
      refund: async () => {
        removeFields(response);
        await limiter.refund(key);
      },
    };
  }

  /**
   * Takes a point of the network of a request, under the policy `anonymous`.
   *
   * @throws QuotaExceeded
   */
  async takeOfNetwork({ ip = '' }: Pick<Request, 'ip'>, response: Response): Promise<TakenPoint | undefined> {
    return this.take('anonymous', toRateLimitPrefix(ip), response);
  }

  private find(policy: RateLimitPolicy): ActiveLimit | undefined {
    const { rateLimits } = this.settings.current();
    if (rateLimits !== this.setting) this.applySetting(rateLimits);
    const limit = toRateLimitTable(rateLimits)?.[policy];
    return limit === undefined ? undefined : this.limits.get(formatName(policy, limit));
  }

  private applySetting(setting: RateLimits): void {
    const rows = Object.entries(toRateLimitTable(setting) ?? {}) as [RateLimitPolicy, RateLimit][];
    const limits = rows.map(([policy, limit]): [string, ActiveLimit] => {
      const name = formatName(policy, limit);
      return [name, this.limits.get(name) ?? { limit, limiter: this.factory.create(name, limit) }];
    });
    this.limits = new Map(limits);
    this.setting = setting;
  }
}

function formatName(policy: RateLimitPolicy, { quota, windowSeconds }: RateLimit): string {
  return `${policy} ${quota}/${windowSeconds}`;
}

function setFields(
  response: Response,
  policy: RateLimitPolicy,
  { quota, windowSeconds }: RateLimit,
  { remaining, resetSeconds }: Consumption,
): void {
  response.setHeader('RateLimit-Policy', `"${policy}";q=${quota};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

function removeFields(response: Response): void {
  if (response.headersSent) return;
  response.removeHeader('RateLimit-Policy');
  response.removeHeader('RateLimit');
}

/** A key exceeded its rate limit (RFC 6585 §4). */
class QuotaExceeded extends DomainError {
  constructor(
    policy: RateLimitPolicy,
    { quota, windowSeconds }: RateLimit,
    readonly retryAfterSeconds: number,
  ) {
    super(
      'quota_exceeded',
      `The rate limit '${policy}' admits ${quota} requests in ${windowSeconds} s; try again in ${retryAfterSeconds} s.`,
      { meta: { 'violated-policies': [policy] } },
    );
  }
}
