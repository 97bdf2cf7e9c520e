import type { Request, RequestHandler, Response } from 'express';
import type { SiteSettingsService } from '@content-service/site-settings';

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const EXPOSED = 'Location, ETag, WWW-Authenticate';

/** Not stated by the specification; restricting the origins is felt by browsers within this time. */
const PREFLIGHT_SECONDS = 600;

/**
 * Cross-origin access (specification, «Cross-origin access»), asked of the settings anew with every request. Comes
 * before authentication and routing: a preflight has no token, and errors must be readable too.
 *
 * Never allows credentials: tokens travel in a header that scripts set themselves.
 */
export function cors(settings: Pick<SiteSettingsService, 'current'>): RequestHandler {
  return (request, response, next) => {
    const { corsOrigins } = settings.current();
    const open = corsOrigins.includes('*');
    const allowed = open ? '*' : corsOrigins.find((origin) => origin === request.headers.origin);
    if (!open) response.vary('Origin');
    if (allowed !== undefined) {
      response.setHeader('Access-Control-Allow-Origin', allowed);
      response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    }
    if (isPreflight(request)) answerPreflight(request, response, allowed !== undefined);
    else next();
  };
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

function answerPreflight(request: Request, response: Response, allowed: boolean): void {
  response.vary('Access-Control-Request-Headers');
  if (allowed) {
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    const headers = request.headers['access-control-request-headers'];
    if (headers !== undefined) response.setHeader('Access-Control-Allow-Headers', headers);
  }
  response.writeHead(204).end();
}
