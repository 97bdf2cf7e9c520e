import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SiteSettingsService } from '@content-service/site-settings';
import { SiteAppearance } from '../browser/site-appearance.js';
import { sendStaticFile } from '../protocol/static-files.js';
import { PageSender } from '../oauth/pages/page-sender.js';
import { ADMIN, ASSETS, createAdminPage, NOT_BUILT, readBuiltPage } from './admin-page.js';

const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * The files of the browser administration, which need no token. The page requests its data with a token, as any
 * client does.
 */
@Controller('admin')
export class AdminController {
  constructor(
    private readonly pages: PageSender,
    private readonly settings: SiteSettingsService,
    private readonly appearance: SiteAppearance,
  ) {}

  @Get('assets/:file')
  asset(@Param('file') name: string, @Res() response: Response): Promise<void> {
    return sendStaticFile(response, ASSETS, name, { maxAgeMs: YEAR_MS, immutable: true });
  }

  @Get('favicon.svg')
  favicon(@Res() response: Response): Promise<void> {
    return sendStaticFile(response, ADMIN, 'favicon.svg');
  }

  /** The page, for every path without a file: screens are routes of the page. */
  @Get(['', '*path'])
  async page(@Res() response: Response): Promise<void> {
    const built = await readBuiltPage();
    if (built === undefined) {
      this.pages.send(response, 503, NOT_BUILT);
      return;
    }
    const frames = this.settings.current().previewSites.map(({ url }) => url);
    const { basePath, site: name, logo, icon } = this.pages.layout;
    const site = { basePath, name, logo, icon, shades: this.appearance.findShades() };
    const { html, policy } = createAdminPage(built, site, frames);
    response.removeHeader('Access-Control-Allow-Origin');
    response.removeHeader('Access-Control-Expose-Headers');
    response
      .setHeader('Content-Security-Policy', policy)
      .setHeader('X-Frame-Options', 'DENY')
      .setHeader('Cross-Origin-Resource-Policy', 'same-origin')
      .setHeader('Referrer-Policy', 'same-origin')
      // File names change with every build, so a cached page would refer to files that are gone.
      .setHeader('Cache-Control', 'no-cache')
      .type('html')
      .send(html);
  }
}
