import { Controller, Get, NotFoundException, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formatColorSchemeAttribute } from '../browser/color-scheme.js';
import { Config } from '../config/config.js';
import { UnauthorizedFilter } from '../jsonapi/error.filter.js';
import { DescriptionGuard } from '../openapi/description.guard.js';
import { resolvePackageFile, ROOT } from '../package-files.js';
import { RateLimitGuard } from '../rate-limits/rate-limit.guard.js';
import { Guide } from './guide.js';
import { GUIDE_IMAGES } from './guide-files.js';

const ASSETS = resolvePackageFile('assets/');

const MAX_AGE_MS = 3_600_000;

/** Pages without scripts, forms and resources of other sites. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
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

  @Get()
  list(@Req() request: Request, @Res() response: Response): void {
    this.send('', request, response);
  }

  @Get('guide.css')
  stylesheet(@Res() response: Response): void {
    guarded(response).sendFile('guide.css', { root: ASSETS, maxAge: MAX_AGE_MS });
  }

  @Get(':page')
  page(@Param('page') page: string, @Req() request: Request, @Res() response: Response): void {
    this.send(page, request, response);
  }

  @Get(':folder/:page')
  pageOrImage(
    @Param('folder') folder: string,
    @Param('page') page: string,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const path = `${folder}/${page}`;
    const image = GUIDE_IMAGES.get(path);
    if (image === undefined) this.send(path, request, response);
    else guarded(response).sendFile(image, { root: ROOT, maxAge: MAX_AGE_MS });
  }

  private send(path: string, request: Request, response: Response): void {
    const html = this.guide.render(path, formatColorSchemeAttribute(request));
    if (html === undefined) throw new NotFoundException();
    guarded(response).vary('Cookie').type('html').send(html);
  }
}

function guarded(response: Response): Response {
  return response.vary('Authorization').setHeader('Content-Security-Policy', POLICY);
}
