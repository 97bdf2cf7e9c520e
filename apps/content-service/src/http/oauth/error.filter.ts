import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { findErrorStatus } from '@content-service/jsonapi';
import { DomainError } from '@content-service/kernel';
import { OAuthError, toErrorBody } from '@content-service/oauth-grants';
import { HeaderTooLong, InvalidRequest, UrlTooLong } from '../protocol/http.errors.js';
import { prepareErrorResponse, sendOAuthJson } from '../protocol/send.js';
import { setTokenRefusal } from '../protocol/token-refusal.js';

/** Sends every error of an OAuth endpoint as JSON of RFC 6749 §5.2. */
@Catch()
export class OAuthErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const { status, error } = toOAuthError(thrown);
    setTokenRefusal(response, error.error);
    if (!prepareErrorResponse(response, thrown, status)) return;
    const challenge =
      error.error === 'invalid_client' ? formatChallenge(http.getRequest<Request>()) : undefined;
    if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
    sendOAuthJson(response, status, toErrorBody(error), 'application/json');
  }
}

/** Converts any thrown value to a status and an OAuth error. */
export function toOAuthError(thrown: unknown): { readonly status: number; readonly error: OAuthError } {
  if (thrown instanceof OAuthError) return { status: thrown.status, error: thrown };
  const status = findStatus(thrown);
  if (thrown instanceof DomainError && TEMPORARY.has(thrown.code))
    return { status, error: new OAuthError('temporarily_unavailable', thrown.message) };
  if (status >= 500) return { status, error: new OAuthError('server_error') };
  return { status, error: new OAuthError('invalid_request', HINTS.get(status) ?? findBodyHint(thrown)) };
}

/** Error descriptions of requests that are refused before routing. */
function findBodyHint(thrown: unknown): string | undefined {
  const isUnread =
    thrown instanceof HeaderTooLong || thrown instanceof UrlTooLong || thrown instanceof InvalidRequest;
  return isUnread ? thrown.message : undefined;
}

/** Errors of the service instead of the request (codes of RFC 6749 §4.1.2.1). */
const TEMPORARY: ReadonlySet<string> = new Set([
  ...['quota_exceeded', 'overloaded', 'request_timeout', 'storage_full'],
]);

const HINTS: ReadonlyMap<number, string> = new Map([
  [405, 'This path does not take that method; the Allow header names those it takes.'],
  [408, 'The request body arrived too slowly.'],
  [413, 'The request body is too large.'],
  [415, 'The request body must not be compressed.'],
]);

/**
 * Exceptions of Nest and Express have a status; domain errors, such as of an unavailable database, have one in the
 * table of statuses.
 */
function findStatus(thrown: unknown): number {
  if (thrown instanceof DomainError) return findErrorStatus(thrown.code)?.status ?? 500;
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number'
    ? thrown.status
    : 500;
}

/** The challenge in the scheme of the request's Authorization header (RFC 6749 §5.2). */
function formatChallenge({ headers: { authorization } }: Request): string | undefined {
  if (authorization === undefined) return undefined;
  return `${/^Bearer\b/i.test(authorization) ? 'Bearer' : 'Basic'} realm="OAuth"`;
}
