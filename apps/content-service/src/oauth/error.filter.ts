import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { statusOf } from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import { OAuthError, toErrorBody, TooManyFailures } from '@content-service/oauth-grants';
import { sendJson } from './send-json.js';

/** Whatever happens at an OAuth endpoint, its answer is JSON of one shape (RFC 6749 §5.2). */
@Catch()
export class OAuthErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const { status, error } = toOAuthError(thrown);
    const challenge = error.error === 'invalid_client' ? challengeFor(http.getRequest<Request>()) : undefined;
    if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
    if (error instanceof TooManyFailures) response.setHeader('Retry-After', error.retryAfterSeconds);
    // The request log writes it; the answer does not show it.
    if (status >= 500 && thrown instanceof Error) response.err = thrown;
    sendJson(response, status, 'application/json', toErrorBody(error));
  }
}

/** What an OAuth endpoint says of anything that was thrown. */
export function toOAuthError(thrown: unknown): { readonly status: number; readonly error: OAuthError } {
  if (thrown instanceof OAuthError) return { status: thrown.status, error: thrown };
  const status = statusIn(thrown);
  if (status >= 500) return { status, error: new OAuthError('server_error') };
  return { status, error: new OAuthError('invalid_request', HINTS.get(status)) };
}

const HINTS: ReadonlyMap<number, string> = new Map([
  [405, 'This path does not take that method; the Allow header names those it takes.'],
  [413, 'The request body is too large.'],
  [415, 'The request body must not be compressed.'],
]);

/** Nest's exceptions and Express's carry a status; a database that is away has one in the table of all errors. */
function statusIn(thrown: unknown): number {
  if (thrown instanceof DomainError) return statusOf(thrown.code)?.status ?? 500;
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number'
    ? thrown.status
    : 500;
}

/** A client that tried the Authorization header is told so in its own scheme (RFC 6749 §5.2). */
function challengeFor({ headers: { authorization } }: Request): string | undefined {
  if (authorization === undefined) return undefined;
  return `${/^Bearer\b/i.test(authorization) ? 'Bearer' : 'Basic'} realm="OAuth"`;
}
