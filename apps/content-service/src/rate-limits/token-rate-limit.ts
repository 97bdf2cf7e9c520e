import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toRateLimitPrefix } from '@content-service/accounts';
import { sha256 } from '@content-service/kernel';
import { findClaimedClientId, type TokenParameters } from '@content-service/oauth-grants';
import { getClientIp } from '../access/access-guards.js';
import { RateLimiter, type TakenPoint } from './rate-limiter.js';

/** Limits the tokens issued to a client and network. The endpoint limits failed requests separately. */
@Injectable()
export class TokenRateLimit {
  constructor(private readonly limits: RateLimiter) {}

  /**
   * Takes a point before the token is issued, so that concurrent requests cannot exceed the limit, and refunds it when no
   * token is issued.
   *
   * @throws QuotaExceeded, and what `issue` throws
   */
  async count<T>(
    request: Request,
    response: Response,
    parameters: TokenParameters,
    issue: () => Promise<T>,
  ): Promise<T> {
    if (!this.limits.areOn) return issue();
    const taken = await this.take(request, response, parameters);
    try {
      return await issue();
    } catch (error) {
      await taken?.refund();
      throw error;
    }
  }

  private async take(
    request: Request,
    response: Response,
    parameters: TokenParameters,
  ): Promise<TakenPoint | undefined> {
    const { authorization } = request.headers;
    const id = findClaimedClientId({ parameters, authorization });
    if (id === undefined) return undefined;
    // Hashed because the id is unverified and can have any length.
    const key = sha256(`${id} ${toRateLimitPrefix(getClientIp(request))}`);
    return this.limits.take('token', key, response);
  }
}
