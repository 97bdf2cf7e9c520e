import { Controller, Get, NotFoundException, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SiteAppearance, type SitePictureName } from '../../browser/site-appearance.js';

/** An SVG that is opened by its address runs no scripts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The pictures of the site, which the pages and the administration show. Their addresses change with them. */
@Controller('user')
export class SitePicturesController {
  constructor(private readonly appearance: SiteAppearance) {}

  @Get('logo')
  logo(@Query('v') version: unknown, @Res() response: Response): void {
    this.send('logo', version, response);
  }

  @Get('icon')
  icon(@Query('v') version: unknown, @Res() response: Response): void {
    this.send('icon', version, response);
  }

  /** @param version of the address: another process may have a newer picture, which must not be kept for long under it */
  private send(name: SitePictureName, version: unknown, response: Response): void {
    const picture = this.appearance.findPicture(name);
    if (picture === undefined) throw new NotFoundException();
    const isPresent = version === this.appearance.findPictureVersion(name);
    response
      .setHeader('Content-Type', picture.type)
      .setHeader('Content-Security-Policy', POLICY)
      .setHeader('Cache-Control', isPresent ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(picture.bytes);
  }
}
