import { Controller, Get, NotFoundException, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InvalidParameter } from '@content-service/jsonapi';
import { formatColorSchemeAttribute } from '../browser/color-scheme.js';
import { Config } from '../../platform/config/config.js';
import { UnauthorizedFilter } from '../content-api/error.filter.js';
import { DescriptionGuard } from '../access/description.guard.js';
import { sendBody } from '../protocol/content-coding.js';
import { ASSETS, sendStaticFile } from '../protocol/static-files.js';
import { ROOT } from '../../platform/files/package-files.js';
import { RateLimitGuard } from '../access/rate-limit.guard.js';
import { parseQuery } from '../protocol/parse-query.js';
import { Guide, QUERY_LENGTH_MAXIMUM } from './guide.js';
import { GUIDE_IMAGES } from './guide-files.js';

/** Pages without scripts and resources of other sites, whose form leads to this service. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The Markdown pages of the repository as HTML. They are public as the description of the API is. */
@Controller('docs/guide')
@UseGuards(DescriptionGuard, RateLimitGuard)
@UseFilters(UnauthorizedFilter)
export class GuideController {
  private readonly guide: Guide;

  constructor({ baseUrl }: Config) {
    this.guide = new Guide(baseUrl);
  }

  /** The list of pages, or what is found for `q`. */
  @Get()
  list(@Req() request: Request, @Res() response: Response): void {
    const query = parseQuery(request).get('q')?.trim() ?? '';
    if (query.length > QUERY_LENGTH_MAXIMUM)
      throw new InvalidParameter('q', `q must have at most ${QUERY_LENGTH_MAXIMUM} characters.`);
    if (query === '') this.send('', request, response);
    else sendPage(response, this.guide.renderResults(query, formatColorSchemeAttribute(request)));
  }

  @Get('guide.css')
  stylesheet(@Res() response: Response): Promise<void> {
    return sendStaticFile(guarded(response), ASSETS, 'guide.css');
  }

  @Get(':page')
  page(@Param('page') page: string, @Req() request: Request, @Res() response: Response): void {
    this.send(page, request, response);
  }

  @Get(':folder/:page')
  async pageOrImage(
    @Param('folder') folder: string,
    @Param('page') page: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const path = `${folder}/${page}`;
    const image = GUIDE_IMAGES.get(path);
    if (image === undefined) this.send(path, request, response);
    else await sendStaticFile(guarded(response), ROOT, image);
  }

  private send(path: string, request: Request, response: Response): void {
    const html = this.guide.render(path, formatColorSchemeAttribute(request));
    if (html === undefined) throw new NotFoundException();
    sendPage(response, html);
  }
}

function sendPage(response: Response, html: string): void {
  sendBody(guarded(response).vary('Cookie'), 200, 'text/html; charset=utf-8', html);
}

function guarded(response: Response): Response {
  return response.vary('Authorization').setHeader('Content-Security-Policy', POLICY);
}
