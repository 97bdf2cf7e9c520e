import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RouteNotFound } from '../protocol/http.errors.js';
import { prefersHtml } from '../protocol/prefers-html.js';
import { PageSender } from '../oauth/pages/page-sender.js';

/** `/`, the address that the first start prints: browsers get to the administration. */
@Controller()
export class RootController {
  constructor(private readonly pages: PageSender) {}

  /** @throws RouteNotFound for a client that does not prefer HTML */
  @Get()
  open(@Req() request: Request, @Res() response: Response): void {
    response.vary('Accept');
    if (!prefersHtml(request)) throw new RouteNotFound();
    this.pages.redirectLocal(response, '/admin', 302);
  }
}
