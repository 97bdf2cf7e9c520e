import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  IntrospectionEndpoint,
  RevocationEndpoint,
  type TokenLookupRequest,
} from '@content-service/oauth-grants';
import { getClientIp } from '../access/access-guards.js';
import { OAuthErrorFilter } from './error.filter.js';
import { readFormBody } from './form-body.js';
import { sendOAuthJson } from '../protocol/send.js';
import { TokenRateLimit } from '../access/token-rate-limit.js';
import { TokenLookupDto } from './token-lookup.dto.js';

/** Token revocation (RFC 7009) and introspection (RFC 7662). Ending access with valid credentials has no rate limit. */
@Controller('oauth')
@UseFilters(OAuthErrorFilter)
export class TokenLookupController {
  constructor(
    private readonly revocation: RevocationEndpoint,
    private readonly introspection: IntrospectionEndpoint,
    private readonly rateLimit: TokenRateLimit,
  ) {}

  @Post('revoke')
  async revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    const lookup = await parseLookup(request, response);
    const { parameters } = lookup;
    await this.rateLimit.run(undefined, { request, response, parameters }, () =>
      this.revocation.respond(lookup),
    );
    // The body is optional (RFC 7009 §2.2); some clients require every response to be JSON.
    sendOAuthJson(response, 200, {});
  }

  @Post('introspect')
  async introspect(@Req() request: Request, @Res() response: Response): Promise<void> {
    const lookup = await parseLookup(request, response);
    const { parameters } = lookup;
    const claims = await this.rateLimit.run('client', { request, response, parameters }, () =>
      this.introspection.respond(lookup),
    );
    sendOAuthJson(response, 200, claims);
  }
}

async function parseLookup(request: Request, response: Response): Promise<TokenLookupRequest> {
  const parameters = TokenLookupDto.from(await readFormBody(request, response));
  return { parameters, authorization: request.headers.authorization, ipAddress: getClientIp(request) };
}
