import { Controller, Get, Header } from '@nestjs/common';
import { STYLESHEET } from './page-assets.js';

/** The stylesheet of the pages. */
@Controller('user')
export class StylesheetController {
  @Get(STYLESHEET.name)
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  stylesheet(): string {
    return STYLESHEET.text;
  }
}
