import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenEndpoint, type TokenRequest } from '@content-service/oauth-grants';
import { getClientIp } from '../access/access-guards.js';
import { TokenRateLimit } from '../access/token-rate-limit.js';
import { OAuthErrorFilter } from './error.filter.js';
import { readFormBody } from './form-body.js';
import { sendOAuthJson } from '../protocol/send.js';
import { TokenRequestDto } from './token-request.dto.js';

@Controller('oauth/token')
@UseFilters(OAuthErrorFilter)
export class TokenController {
  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly rateLimit: TokenRateLimit,
  ) {}

  @Post()
  async issue(@Req() request: Request, @Res() response: Response): Promise<void> {
    const parameters = TokenRequestDto.from(await readFormBody(request, response));
    const { authorization } = request.headers;
    const tokenRequest: TokenRequest = { parameters, authorization, ipAddress: getClientIp(request) };
    const tokens = await this.rateLimit.run('token', { request, response, parameters }, () =>
      this.endpoint.respond(tokenRequest),
    );
    sendOAuthJson(response, 200, tokens);
  }
}
