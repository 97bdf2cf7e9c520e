import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/** What a proxy may send as X-Request-Id, to be found again in the log. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * One line a request. It holds names and numbers only: no address, query value, header or body, since those carry
 * tokens and what people wrote.
 */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger,
    customAttributeKeys: { reqId: 'request', responseTime: 'ms' },
    quietReqLogger: true,
    quietResLogger: true,
    serializers: { req: () => undefined },
    customLogLevel: (_, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customSuccessObject: line,
    customErrorObject: (request, response, error, values: Timing) => ({
      ...line(request, response, values),
      error: toLogged(error),
    }),
  });
}

/** Gives every request the id by which the log, the answer and error documents call it: the proxy's, or a new one. */
export const identifyRequests: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  request.id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.id);
  next();
};

export function requestId({ id }: Pick<Request, 'id'>): string {
  return typeof id === 'string' ? id : '';
}

interface Timing {
  readonly ms: number;
}

function line(request: Request, response: Response, { ms }: Timing): object {
  const { route, user } = request as { route?: { path: string }; user?: { clientId?: string } };
  return {
    method: request.method,
    route: route?.path ?? '(none)',
    status: response.statusCode,
    ms,
    client: user?.clientId,
    ended: response.writableFinished ? undefined : 'by the client',
  };
}

/** Errors of drivers hold parameters, and so content, in members of their own: only what every error has is logged. */
function toLogged(error: Error): object {
  return { type: error.name, message: error.message, stack: error.stack };
}
