import {
  All,
  Controller,
  MethodNotAllowedException,
  Options,
  Post,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { IntrospectionEndpoint, RevocationEndpoint, type TokenInquiry } from '@content-service/oauth-grants';
import { addressOf } from '../browser/address.js';
import { OAuthErrorFilter } from './error.filter.js';
import { formBody } from './form-body.js';
import { JSON_UTF8, sendJson } from './send-json.js';
import { TokenInquiryDto } from './token-inquiry.dto.js';

const ALLOW = 'POST, OPTIONS';
const PATHS = ['revoke', 'introspect'];

/** Where clients end tokens they need no more (RFC 7009) and ask about those they have (RFC 7662). */
@Controller('oauth')
@UseFilters(OAuthErrorFilter)
export class TokenInquiryController {
  constructor(
    private readonly revocation: RevocationEndpoint,
    private readonly introspection: IntrospectionEndpoint,
  ) {}

  @Post('revoke')
  async revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.revocation.respond(await inquiryIn(request, response));
    // Nobody needs a body (RFC 7009 §2.2), but there are clients that want every answer to be JSON.
    sendJson(response, 200, JSON_UTF8, {});
  }

  @Post('introspect')
  async introspect(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendJson(response, 200, JSON_UTF8, await this.introspection.respond(await inquiryIn(request, response)));
  }

  @Options(PATHS)
  options(@Res() response: Response): void {
    response.setHeader('Allow', ALLOW);
    response.writeHead(204).end();
  }

  // Routes match in the order written: this one sees only what none above took.
  @All(PATHS)
  noOtherMethod(@Res() response: Response): never {
    response.setHeader('Allow', ALLOW);
    throw new MethodNotAllowedException();
  }
}

async function inquiryIn(request: Request, response: Response): Promise<TokenInquiry> {
  const parameters = TokenInquiryDto.from(await formBody(request, response));
  return { parameters, authorization: request.headers.authorization, from: addressOf(request) };
}
