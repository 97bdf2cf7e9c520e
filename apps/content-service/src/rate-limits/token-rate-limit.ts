import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toRateLimitPrefix } from '@content-service/accounts';
import { sha256 } from '@content-service/kernel';
import { findClaimedClientId, OAuthError } from '@content-service/oauth-grants';
import { getClientIp } from '../access/access-guards.js';
import { RateLimiter, type TakenPoint } from './rate-limiter.js';

/** A request of a client, and the response to it. */
interface ClientExchange {
  readonly request: Request;
  readonly response: Response;
  readonly parameters: Parameters<typeof findClaimedClientId>[0]['parameters'];
}

/**
 * Limits what a client gets from one network: tokens, and answers about tokens. A request without valid credentials counts by
 * network alone, under `anonymous`, since its client id is made up at will; the endpoint limits failures of one id separately.
 */
@Injectable()
export class TokenRateLimit {
  constructor(private readonly limits: RateLimiter) {}

  /**
   * Takes a point before `respond` is called, so that concurrent requests cannot exceed the limit, and refunds it when that
   * fails.
   *
   * @throws QuotaExceeded, and what `respond` throws
   */
  async count<T>(
    policy: 'token' | 'client',
    { request, response, parameters }: ClientExchange,
    respond: () => Promise<T>,
  ): Promise<T> {
    if (!this.limits.areOn) return respond();
    const taken = await this.take(policy, { request, response, parameters });
    try {
      return await respond();
    } catch (error) {
      await taken?.refund();
      const isUnauthenticated = error instanceof OAuthError && error.error === 'invalid_client';
      if (isUnauthenticated) await this.limits.takeOfNetwork(request, response);
      throw error;
    }
  }

  private async take(
    policy: 'token' | 'client',
    { request, response, parameters }: ClientExchange,
  ): Promise<TakenPoint | undefined> {
    const { authorization } = request.headers;
    const id = findClaimedClientId({ parameters, authorization });
    if (id === undefined) return undefined;
    // Hashed because the id is unverified and can have any length.
    const key = sha256(`${id} ${toRateLimitPrefix(getClientIp(request))}`);
    return this.limits.take(policy, key, response);
  }
}
