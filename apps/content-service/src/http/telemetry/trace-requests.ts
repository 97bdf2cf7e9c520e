import type { Request, RequestHandler, Response } from 'express';
import { getMethodName } from '../../platform/tracing/method-name.js';
import { getRoutePattern, NO_ROUTE } from '../protocol/route-pattern.js';
import { getRequestId } from './request-log.js';
import { setSpanContext } from '../../platform/tracing/trace-id.js';
import type { Tracing } from '../../platform/tracing/tracing.js';

/**
 * Creates the middleware that opens the span of a request. Attributes are those of OpenTelemetry's conventions for HTTP
 * servers without `url.path` and `url.query`, since URLs contain ids and filter values.
 */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request: Request, response: Response, next) => {
    const span = tracing.startRequestSpan(getMethodName(request.method), request.headers);
    setSpanContext(request, span.spanContext());
    response.once('close', () => {
      const [method, route] = [getMethodName(request.method), getRoutePattern(request)];
      const { statusCode } = response;
      if (route !== NO_ROUTE) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      span.setAttributes({
        'http.request.method': method,
        'http.response.status_code': statusCode,
        'url.scheme': request.protocol,
        'content_service.request.id': getRequestId(request),
      });
      if (statusCode >= 500) tracing.markFailed(span, String(statusCode));
      span.end();
    });
    tracing.runWith(span, next);
  };
}
