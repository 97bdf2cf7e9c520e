import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../config.js';
import { docsPage, docsPolicy, START_SCRIPT } from './docs-page.js';

const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

/** What of the package the page needs; nothing else of it is served. */
const FILES: ReadonlySet<string> = new Set([
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'favicon-32x32.png',
  'oauth2-redirect.html',
  'oauth2-redirect.js',
]);

const MAX_AGE_MS = 3_600_000;

/** The description as a page to browse and try; it never needs a token. */
@Controller('docs')
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
      .send(docsPage(pathname === '/' ? '' : pathname));
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
    return response.setHeader('Content-Security-Policy', docsPolicy(this.base.origin));
  }
}
