import { Controller, Get, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { findMatchingETag } from '@content-service/jsonapi';
import { sendBody, varyByCoding } from '../protocol/content-coding.js';
import { sendEmpty } from '../protocol/send.js';
import { UnauthorizedFilter } from '../content-api/error.filter.js';
import { RateLimitGuard } from '../access/rate-limit.guard.js';
import { DescriptionGuard } from '../access/description.guard.js';
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
    varyByCoding(response);
    const unchanged = findMatchingETag(request.headers['if-none-match'], tag);
    response.setHeader('ETag', unchanged ?? tag);
    if (unchanged === undefined) sendBody(response, 200, 'application/json', bytes);
    else sendEmpty(response, 304);
  }
}
