import { Controller, Get, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { matchesETag } from '@content-service/jsonapi';
import { UnauthorizedFilter } from '../jsonapi/error.filter.js';
import { RateLimitGuard } from '../rate-limits/rate-limit.guard.js';
import { DescriptionGuard } from './description.guard.js';
import { OpenApiDocumentCache } from './openapi-document-cache.js';

/** The OpenAPI description. */
@Controller('openapi.json')
@UseGuards(DescriptionGuard, RateLimitGuard)
@UseFilters(UnauthorizedFilter)
export class OpenApiController {
  constructor(private readonly description: OpenApiDocumentCache) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const { bytes, tag } = this.description.get();
    response.setHeader('Cache-Control', 'no-cache');
    response.vary('Authorization');
    response.setHeader('ETag', tag);
    if (matchesETag(request.headers['if-none-match'], tag)) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    response.end(bytes);
  }
}
