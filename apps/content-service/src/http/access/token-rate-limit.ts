import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toRateLimitPrefix } from '@content-service/accounts';
import { sha256 } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { type CredentialParameters, findClaimedClientIds, OAuthError } from '@content-service/oauth-grants';
import { getClientIp } from './access-guards.js';
import { RateLimiter, type TakenPoint } from '../../platform/rate-limits/rate-limiter.js';

/** A request of a client, and the response to it. */
interface ClientExchange {
  readonly request: Request;
  readonly response: Response;
  readonly parameters: CredentialParameters;
}

/**
 * Limits what a client gets from one network: tokens, and answers about tokens. A request without valid credentials counts by
 * network alone, under `anonymous`, since its client id is made up at will; the endpoint limits failures of one id separately.
 */
@Injectable()
export class TokenRateLimit {
  constructor(
    private readonly limits: RateLimiter,
    private readonly clients: ClientRegistry,
  ) {}

  /**
   * Calls `respond` within the limits: takes a point before the call, so that concurrent requests cannot exceed the limit, and
   * refunds it when the call fails. A request whose client id is made up takes its point from the network.
   *
   * @param policy `undefined` when only requests without valid credentials are limited
   * @throws QuotaExceeded, and what `respond` throws
   */
  async run<T>(
    policy: 'token' | 'client' | undefined,
    { request, response, parameters }: ClientExchange,
    respond: () => Promise<T>,
  ): Promise<T> {
    if (!this.limits.areOn) return respond();
    const { authorization } = request.headers;
    const claimed = findClaimedClientIds({ parameters, authorization });
    const id = await this.findExisting(claimed);
    const isMadeUp = id === undefined && claimed.length > 0;
    const taken = isMadeUp
      ? await this.limits.takeOfNetwork(request, response)
      : await this.take(policy, id, request, response);
    try {
      return await respond();
    } catch (error) {
      const isUnauthenticated = error instanceof OAuthError && error.error === 'invalid_client';
      if (isUnauthenticated && isMadeUp) throw error;
      await taken?.refund();
      if (isUnauthenticated) await this.limits.takeOfNetwork(request, response);
      throw error;
    }
  }

  private async findExisting(ids: readonly string[]): Promise<string | undefined> {
    for (const id of ids) if ((await this.clients.find(id)) !== undefined) return id;
    return undefined;
  }

  private async take(
    policy: 'token' | 'client' | undefined,
    id: string | undefined,
    request: Request,
    response: Response,
  ): Promise<TakenPoint | undefined> {
    if (policy === undefined || id === undefined) return undefined;
    return this.limits.take(policy, sha256(`${id} ${toRateLimitPrefix(getClientIp(request))}`), response);
  }
}
