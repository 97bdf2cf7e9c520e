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
import { TokenEndpoint } from '@content-service/oauth-grants';
import { addressOf } from '../browser/address.js';
import { OAuthErrorFilter } from './error.filter.js';
import { formBody } from './form-body.js';
import { JSON_UTF8, sendJson } from './send-json.js';
import { TokenRequestDto } from './token-request.dto.js';

const ALLOW = 'POST, OPTIONS';

@Controller('oauth/token')
@UseFilters(OAuthErrorFilter)
export class TokenController {
  constructor(private readonly endpoint: TokenEndpoint) {}

  @Post()
  async issue(@Req() request: Request, @Res() response: Response): Promise<void> {
    const parameters = TokenRequestDto.from(await formBody(request, response));
    const { authorization } = request.headers;
    const answer = await this.endpoint.respond({ parameters, authorization, from: addressOf(request) });
    sendJson(response, 200, JSON_UTF8, answer);
  }

  @Options()
  options(@Res() response: Response): void {
    response.setHeader('Allow', ALLOW);
    response.writeHead(204).end();
  }

  // Routes match in the order written: this one sees only what none above took.
  @All()
  noOtherMethod(@Res() response: Response): never {
    response.setHeader('Allow', ALLOW);
    throw new MethodNotAllowedException();
  }
}
