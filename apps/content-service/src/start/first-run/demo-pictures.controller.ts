import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { sendStaticFile } from '../../http/protocol/static-files.js';
import { resolvePackageFile } from '../../platform/files/package-files.js';

const FOLDER = resolvePackageFile('demo/pictures/');

/** The pictures of the demo content (`demo/site.ndjson`). */
const PICTURES: ReadonlySet<string> = new Set(
  ['lighthouse', 'mill-wheel', 'newsroom', 'night-bakery', 'regatta', 'terns', 'tram-7'].map(
    (name) => `${name}.svg`,
  ),
);

/** The files to which the entries of `media--image` in the demo content refer: public, and for pages of any origin. */
@Controller('demo')
export class DemoPicturesController {
  /** @throws NotFoundException for another name than that of a picture */
  @Get(':file')
  async file(@Param('file') name: string, @Res() response: Response): Promise<void> {
    if (!PICTURES.has(name)) throw new NotFoundException();
    response
      .setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
      .setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    await sendStaticFile(response, FOLDER, name);
  }
}
