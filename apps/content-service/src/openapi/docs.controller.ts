import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Controller, Get, NotFoundException, Param, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { UnauthorizedFilter } from '../jsonapi/error.filter.js';
import { Config } from '../config/config.js';
import { DescriptionGuard } from './description.guard.js';

const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

/** Files of `swagger-ui-dist` that are served. */
const FILES: ReadonlySet<string> = new Set([
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'favicon-32x32.png',
  'oauth2-redirect.html',
  'oauth2-redirect.js',
]);

const MAX_AGE_MS = 3_600_000;

/** Swagger UI with the OpenAPI description of this site. */
@Controller('docs')
@UseGuards(DescriptionGuard)
@UseFilters(UnauthorizedFilter)
export class DocsController {
  private readonly base: URL;

  constructor({ baseUrl }: Config) {
    this.base = new URL(baseUrl);
  }

  @Get()
  page(@Res() response: Response): void {
    const { pathname } = this.base;
    this.guarded(response)
      .type('html')
      .send(renderDocsPage(pathname === '/' ? '' : pathname));
  }

  @Get('start.js')
  script(@Res() response: Response): void {
    this.guarded(response).type('js').send(START_SCRIPT);
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    if (!FILES.has(name)) throw new NotFoundException();
    this.guarded(response).sendFile(name, { root: SWAGGER_UI, maxAge: MAX_AGE_MS });
  }

  private guarded(response: Response): Response {
    return response
      .vary('Authorization')
      .setHeader('Content-Security-Policy', buildDocsPolicy(this.base.origin));
  }
}

/**
 * Renders the page. Paths are absolute, so that `/docs` and `/docs/` load the same files.
 *
 * @param basePath the path of the base URL, percent-encoded by `URL` and therefore safe in HTML
 */
function renderDocsPage(basePath: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Content service: API description</title>
    <link rel="icon" type="image/png" href="${basePath}/docs/favicon-32x32.png">
    <link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
    <link rel="stylesheet" href="${basePath}/docs/guide/guide.css">
  </head>
  <body>
    <header class="bar">
      <span>Content service</span>
      <nav aria-label="Documentation">
        <a href="${basePath}/docs" aria-current="page">API</a>
        <a href="${basePath}/docs/guide">Guide</a>
        <a href="${basePath}/admin">Administration</a>
      </nav>
    </header>
    <div id="description" data-url="${basePath}/openapi.json" data-folder="${basePath}/docs/">
      <noscript>This page needs JavaScript; the description is at <a href="${basePath}/openapi.json">openapi.json</a>.</noscript>
    </div>
    <script src="${basePath}/docs/swagger-ui-bundle.js"></script>
    <script src="${basePath}/docs/start.js"></script>
  </body>
</html>
`;
}

/**
 * Starts Swagger UI; `validatorUrl` disables the external validator. The colour scheme is the one that was chosen in the
 * administration, which has the same origin (Mantine stores it under this key), otherwise that of the system.
 */
const START_SCRIPT = `const chosen = localStorage.getItem('mantine-color-scheme-value');
const system = matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => {
  const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
  document.documentElement.classList.toggle('light-mode', !isDark);
};
showScheme();
system.addEventListener('change', showScheme);
const page = document.getElementById('description');
const { url, folder } = page.dataset;
const ui = SwaggerUIBundle({
  domNode: page,
  url,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: 'none',
  /* Its label names an element that does not exist. */
  onComplete: () => document.querySelector('#servers')?.setAttribute('aria-label', 'Server'),
  oauth2RedirectUrl: new URL(folder + 'oauth2-redirect.html', location.href).href,
});
ui.initOAuth({ usePkceWithAuthorizationCodeGrant: true });
`;

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
