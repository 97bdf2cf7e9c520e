import { Controller, Get, NotFoundException, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SiteAppearance, type SitePictureName } from '../../browser/site-appearance.js';

/** An SVG that is opened by its address runs no scripts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The pictures of the site, which the pages and the administration show. Their addresses change with them. */
@Controller('user')
export class SitePicturesController {
  constructor(private readonly appearance: SiteAppearance) {}

  @Get('logo')
  logo(@Res() response: Response): void {
    this.send('logo', response);
  }

  @Get('icon')
  icon(@Res() response: Response): void {
    this.send('icon', response);
  }

  private send(name: SitePictureName, response: Response): void {
    const picture = this.appearance.findPicture(name);
    if (picture === undefined) throw new NotFoundException();
    response
      .setHeader('Content-Type', picture.type)
      .setHeader('Content-Security-Policy', POLICY)
      .setHeader('Cache-Control', 'public, max-age=31536000, immutable')
      .send(picture.bytes);
  }
}
