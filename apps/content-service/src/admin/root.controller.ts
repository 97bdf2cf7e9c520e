import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RouteNotFound } from '../http/http.errors.js';
import { PageSender } from '../oauth/pages/page-sender.js';

/** `application/json` is first, so that clients that accept everything are not redirected. */
const MEDIA_TYPES = ['application/json', 'application/vnd.api+json', 'text/html'];

/** `/`, the address that the first start prints: browsers get to the administration. */
@Controller()
export class RootController {
  constructor(private readonly pages: PageSender) {}

  /** @throws RouteNotFound for a client that does not prefer HTML */
  @Get()
  open(@Req() request: Request, @Res() response: Response): void {
    response.vary('Accept');
    if (request.accepts(MEDIA_TYPES) !== 'text/html') throw new RouteNotFound();
    this.pages.redirectLocal(response, '/admin', 302);
  }
}
