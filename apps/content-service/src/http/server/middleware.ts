import { Logger } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import type { SiteSettingsService } from '@content-service/site-settings';
import { HeaderTooLong, UrlTooLong } from '../protocol/http.errors.js';

/** In characters. Not stated by the specification; far above the needs of known clients. */
export const URL_LENGTH_MAXIMUM = 65_536;

/** Rejects a URL that is too long, before it is parsed or repeated in a response (RFC 9110 §15.5.15). */
export const limitUrlLength: RequestHandler = ({ originalUrl: { length } }, _, next) => {
  next(length > URL_LENGTH_MAXIMUM ? new UrlTooLong(length, URL_LENGTH_MAXIMUM) : undefined);
};

/** In characters; enough for long tokens, cookies and lists of entity tags. */
const HEADER_LENGTH_MAXIMUM = 8192;

/** Rejects a header that is too long, before it is parsed (RFC 6585 §5). Node joins repeated headers into one. */
export const limitHeaders: RequestHandler = ({ headers, rawHeaders }, _, next) => {
  let total = 0;
  for (const text of rawHeaders) total += text.length;
  // Most requests need no look at single headers.
  if (total <= HEADER_LENGTH_MAXIMUM) {
    next();
    return;
  }
  for (const name in headers) {
    const length = headers[name]?.length ?? 0;
    if (length > HEADER_LENGTH_MAXIMUM) {
      next(new HeaderTooLong(name, length, HEADER_LENGTH_MAXIMUM));
      return;
    }
  }
  next();
};

const CORS_METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const CORS_EXPOSED_HEADERS = 'Location, ETag, WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy';

/** Not stated by the specification. Browsers apply a change of the allowed origins after this time at the latest. */
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** Pages and session endpoints, which have no cross-origin access. */
const PAGES = /^\/(user|oauth\/authorize|session|admin|docs)(\/|$)/i;

/**
 * Cross-origin access by the current site settings (specification, «Cross-origin access»). Runs before authentication and
 * routing, since a preflight has no token and scripts must be able to read errors. Credentials are never allowed: scripts
 * set the Authorization header themselves.
 *
 * Nest's `enableCors` (the package `cors`) does not fit: it answers every OPTIONS request, so `Allow` would be lost; it
 * exposes headers to origins that are not allowed; and it passes a preflight of a path without CORS on to the routes.
 */
export function createCorsMiddleware(settings: Pick<SiteSettingsService, 'current'>): RequestHandler {
  return (request, response, next) => {
    if (PAGES.test(request.path)) {
      next();
      return;
    }
    const { corsOrigins } = settings.current();
    const allowsAll = corsOrigins.includes('*');
    const allowed = allowsAll ? '*' : corsOrigins.find((origin) => origin === request.headers.origin);
    if (!allowsAll) response.vary('Origin');
    if (allowed !== undefined) {
      response.setHeader('Access-Control-Allow-Origin', allowed);
      response.setHeader('Access-Control-Expose-Headers', CORS_EXPOSED_HEADERS);
    }
    if (isPreflight(request)) sendPreflight(request, response, allowed !== undefined);
    else next();
  };
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

function sendPreflight(request: Request, response: Response, allowed: boolean): void {
  response.vary('Access-Control-Request-Headers');
  if (allowed) {
    response.setHeader('Access-Control-Allow-Methods', CORS_METHODS);
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_MAX_AGE_SECONDS);
    const headers = request.headers['access-control-request-headers'];
    if (headers !== undefined) response.setHeader('Access-Control-Allow-Headers', headers);
  }
  response.writeHead(204).end();
}

/**
 * Logs a warning on the first request with X-Forwarded-For while TRUST_PROXY is not set: behind an undeclared proxy all
 * clients have the same IP address and share one rate limit.
 */
export function warnOfForwarded(logger: Pick<Logger, 'warn'> = new Logger('TRUST_PROXY')): RequestHandler {
  let isWarned = false;
  return (request, _, next) => {
    if (!isWarned && 'x-forwarded-for' in request.headers) {
      isWarned = true;
      logger.warn(
        'A request has X-Forwarded-For, but TRUST_PROXY is not set: limits count it for the address of the proxy. Set TRUST_PROXY to the number or the addresses of your proxies, or to false when there are none.',
      );
    }
    next();
  };
}
