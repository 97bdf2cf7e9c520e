import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Post,
  Req,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { PreviewSigner } from '@content-service/entries';
import { findErrorStatus, InvalidBody, parseJson } from '@content-service/jsonapi';
import { DomainError, isJsonObject, type Json } from '@content-service/kernel';
import { Config } from '../../platform/config/config.js';
import { BearerGuard, ReadsContent } from '../access/access-guards.js';
import { RateLimitGuard } from '../access/rate-limit.guard.js';
import { toUnauthorized } from '../content-api/error.filter.js';
import { assertJsonContentType, createBodyReader } from '../protocol/request-body.js';
import { prepareErrorResponse, sendJson, sendPlainError } from '../protocol/send.js';

/** In bytes; the parameters of a link. */
const BODY_MAXIMUM = 16 * 1024;

/** Sends errors as `{"message": …}`, and 422 for everything that is wrong with the link. */
@Catch()
class DraftUrlErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const unauthorized = toUnauthorized(thrown, response);
    if (unauthorized !== undefined) response.setHeader('WWW-Authenticate', unauthorized.challenge);
    const error = unauthorized?.shown ?? thrown;
    const known = error instanceof DomainError ? findErrorStatus(error.code)?.status : undefined;
    const status = known === 400 || known === 403 ? 422 : (known ?? 500);
    if (!prepareErrorResponse(response, error, status)) return;
    const message =
      known !== undefined && error instanceof DomainError ? error.message : 'The link could not be checked.';
    sendPlainError(response, status, { message });
  }
}

/**
 * Tells a site whether a link to a preview is genuine, before it switches drafts on. Not stated by the specification; the module next of
 * Drupal has this endpoint and format, and its client uses it (`enableDraftMode` of next-drupal). It opens nothing by itself, so no token
 * is needed.
 */
@Controller('next/draft-url')
@UseGuards(BearerGuard, RateLimitGuard)
@UseFilters(DraftUrlErrorFilter)
export class DraftUrlController {
  private readonly readBody: ReturnType<typeof createBodyReader>;

  constructor(
    config: Config,
    private readonly signer: PreviewSigner,
  ) {
    this.readBody = createBodyReader(Math.min(BODY_MAXIMUM, config.bodyLimitBytes));
  }

  /** @throws UnsupportedMediaType, the errors of reading the body, InvalidBody, PreviewInvalid, PreviewExpired */
  @Post()
  @ReadsContent(true)
  async verify(@Req() request: Request, @Res() response: Response): Promise<void> {
    assertJsonContentType(request.headers['content-type']);
    const body = parseJson(await this.readBody(request, response));
    const [path, timestamp, secret] = [
      getText(body, 'path'),
      getText(body, 'timestamp'),
      getText(body, 'secret'),
    ];
    const resourceVersion = getText(body, 'resourceVersion');
    const link = { path, timestamp: Number(timestamp), secret, resourceVersion };
    sendJson(response, { path, maxAge: this.signer.verifyLink(link) }, { isSecret: true });
  }
}

/** A parameter of the link, of which numbers may have become such. @throws InvalidBody */
function getText(body: Json, name: string): string {
  const value = isJsonObject(body) ? body[name] : undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') throw new InvalidBody(`Field '${name}' is missing.`);
  return value;
}
