import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isUnchanged } from '@content-service/jsonapi';
import { PublishedDescription } from './published-description.js';

/** The published interface description; it never needs a token. */
@Controller('openapi.json')
export class OpenApiController {
  constructor(private readonly description: PublishedDescription) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const { bytes, tag } = this.description.current();
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', tag);
    if (isUnchanged(request.headers['if-none-match'], tag)) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    response.end(bytes);
  }
}
