import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { findErrorStatus } from '@content-service/jsonapi';
import { DomainError, getOwn } from '@content-service/kernel';
import { toUnauthorized } from '../content-api/error.filter.js';
import { prepareErrorResponse, sendPlainError } from '../protocol/send.js';

/** What a client can do, by status or by code. */
const DETAILS: Readonly<Record<string, string>> = {
  400: 'Send the path of a page on the site as the parameter path, such as path=/about.',
  401: 'Send a valid access token; the header WWW-Authenticate says what is wrong.',
  403: 'The entry of this path is not published. Its readers need a token with content:administer.',
  preview_invalid: 'The path is that of a preview. Copy the whole link, or open the preview again.',
  preview_expired: 'The path is that of a preview. Open the preview again.',
  404: 'No published entry has this path as its alias, and no redirect leads from it.',
};

/**
 * Sends errors of `/router/translate-path` in the form of the module decoupled_router of Drupal: `{"message": …, "details": …}`. Clients
 * compare the media type with exactly `application/json`.
 */
@Catch()
export class PathErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const unauthorized = toUnauthorized(thrown, response);
    if (unauthorized !== undefined) response.setHeader('WWW-Authenticate', unauthorized.challenge);
    const error = unauthorized?.shown ?? thrown;
    const known = error instanceof DomainError ? findErrorStatus(error.code) : undefined;
    const { status, title } = known ?? { status: 500, title: 'Internal Server Error' };
    if (!prepareErrorResponse(response, error, status)) return;
    const message =
      known !== undefined && error instanceof DomainError ? error.message : 'The path could not be resolved.';
    const code = error instanceof DomainError ? error.code : '';
    const details = getOwn(DETAILS, code) ?? getOwn(DETAILS, String(status)) ?? title;
    sendPlainError(response, status, { message, details });
  }
}
