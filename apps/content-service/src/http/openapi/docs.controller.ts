import { Controller, Get, NotFoundException, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formatColorSchemeAttribute } from '../browser/color-scheme.js';
import { SessionCookie } from '../browser/cookies.js';
import { UnauthorizedFilter } from '../content-api/error.filter.js';
import { Config } from '../../platform/config/config.js';
import { ASSETS, findStaticFolder, sendStaticFile } from '../protocol/static-files.js';
import { RateLimitGuard } from '../access/rate-limit.guard.js';
import { formatText } from '../../platform/texts/format-text.js';
import { DescriptionGuard } from '../access/description.guard.js';
import { BEARER } from './elements/security.js';
import { findSwaggerUi, SWAGGER_UI_FILES } from './swagger-ui.js';

const SWAGGER_UI = findStaticFolder(findSwaggerUi);

/** Swagger UI with the OpenAPI description of this site. */
@Controller('docs')
@UseGuards(DescriptionGuard, RateLimitGuard)
@UseFilters(UnauthorizedFilter)
export class DocsController {
  private readonly base: URL;
  private readonly cookie: SessionCookie;

  constructor({ baseUrl }: Config) {
    this.base = new URL(baseUrl);
    this.cookie = new SessionCookie(baseUrl);
  }

  @Get()
  page(@Req() request: Request, @Res() response: Response): void {
    this.guarded(response)
      .vary('Cookie')
      .type('html')
      .send(
        renderDocsPage(this.base, {
          colorScheme: formatColorSchemeAttribute(request),
          isSignedIn: this.cookie.read(request) !== undefined,
        }),
      );
  }

  @Get('start.js')
  script(@Res() response: Response): Promise<void> {
    return sendStaticFile(this.guarded(response), ASSETS, 'docs.js');
  }

  @Get(':file')
  async file(@Param('file') name: string, @Res() response: Response): Promise<void> {
    if (!SWAGGER_UI_FILES.includes(name)) throw new NotFoundException();
    await sendStaticFile(this.guarded(response), SWAGGER_UI, name);
  }

  private guarded(response: Response): Response {
    return response
      .vary('Authorization')
      .setHeader('Content-Security-Policy', buildDocsPolicy(this.base.origin));
  }
}

interface DocsPageOptions {
  /** See `formatColorSchemeAttribute`. */
  readonly colorScheme: string;
  /** Whether the browser has a session, whose token the page uses for «Try it out». */
  readonly isSignedIn: boolean;
}

/**
 * Renders the page. Paths are absolute, so that `/docs` and `/docs/` load the same files.
 *
 * @param baseUrl its host and path are percent-encoded by `URL` and therefore safe in HTML
 */
function renderDocsPage({ host, pathname }: URL, { colorScheme, isSignedIn }: DocsPageOptions): string {
  const basePath = pathname === '/' ? '' : pathname;
  // Other browsers get no token, so that the page does not ask for one.
  const token = isSignedIn ? ` data-token="${basePath}/session/token" data-token-scheme="${BEARER}"` : '';
  return `<!doctype html>
<html lang="${formatText('language')}"${colorScheme}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${formatText('docs.title')}</title>
    <link rel="icon" type="image/png" href="${basePath}/docs/favicon-32x32.png">
    <link rel="preload" href="${basePath}/openapi.json" as="fetch" crossorigin>
    <link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
    <link rel="stylesheet" href="${basePath}/docs/guide/guide.css">
  </head>
  <body>
    <header class="bar">
      <span class="site">${host}</span>
      <nav aria-label="${formatText('docs.navigation')}">
        <a href="${basePath}/docs" aria-current="page">${formatText('docs.api')}</a>
        <a href="${basePath}/docs/guide">${formatText('docs.guide')}</a>
        <a href="${basePath}/admin">${formatText('docs.administration')}</a>
      </nav>
    </header>
    <div id="description"${token} data-url="${basePath}/openapi.json" data-folder="${basePath}/docs/"
      data-about="${formatText('docs.about')}" data-endpoints="${formatText('docs.endpoints')}"
      data-filter="${formatText('docs.filter')}" data-server="${formatText('docs.server')}"
      data-authorization="${formatText('docs.authorization')}" data-close="${formatText('docs.close')}">
      <noscript>${formatText('docs.noScript', { address: `${basePath}/openapi.json` })}</noscript>
    </div>
    <script src="${basePath}/docs/swagger-ui-bundle.js"></script>
    <script src="${basePath}/docs/start.js"></script>
  </body>
</html>
`;
}

/**
 * Content-Security-Policy of the page: no external resources, requests to this service only, under the origin of the
 * page or of the base URL. `data:` images are the icons in Swagger UI's stylesheet.
 */
function buildDocsPolicy(baseOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${baseOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
