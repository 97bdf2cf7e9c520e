import { All, Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MethodNotAllowed } from '../jsonapi/route.errors.js';
import { PageSender } from '../oauth/pages/page-sender.js';
import { ASSETS, builtPage, FAVICON } from './admin-files.js';
import { adminPage } from './admin-page.js';
import { NOT_BUILT } from './not-built.page.js';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** The browser administration: files that anybody may load. What it shows, it asks for with a token like any client. */
@Controller('admin')
export class AdminController {
  constructor(private readonly pages: PageSender) {}

  @Get('assets/:file')
  asset(@Param('file') name: string, @Res() response: Response): Promise<void> {
    return sendFile(response, name, { root: ASSETS, maxAge: YEAR_MS, immutable: true });
  }

  @Get('favicon.svg')
  favicon(@Res() response: Response): Promise<void> {
    return sendFile(response, FAVICON, { maxAge: HOUR_MS });
  }

  /** Every other path is a screen, which the page finds by itself. */
  @Get(['', '*path'])
  async page(@Res() response: Response): Promise<void> {
    const built = await builtPage();
    if (built === undefined) {
      this.pages.send(response, 503, NOT_BUILT);
      return;
    }
    const { html, policy } = adminPage(built, this.pages.frame.basePath);
    response.removeHeader('Access-Control-Allow-Origin');
    response.removeHeader('Access-Control-Expose-Headers');
    response
      .setHeader('Content-Security-Policy', policy)
      .setHeader('X-Frame-Options', 'DENY')
      .setHeader('Cross-Origin-Resource-Policy', 'same-origin')
      .setHeader('Referrer-Policy', 'same-origin')
      // The names of its files change with every build, so an old page would ask for what is gone.
      .setHeader('Cache-Control', 'no-cache')
      .type('html')
      .send(html);
  }

  @All(['', '*path'])
  noOtherMethod(@Req() { method }: Request): never {
    throw new MethodNotAllowed(method, ['GET', 'HEAD']);
  }
}

interface FileOptions {
  readonly root?: string;
  readonly maxAge: number;
  readonly immutable?: boolean;
}

/** @throws NotFoundException when there is no such file */
function sendFile(response: Response, path: string, options: FileOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(path, options, (error?: Error) => {
      if (error === undefined || response.headersSent) resolve();
      else reject(new NotFoundException());
    });
  });
}
