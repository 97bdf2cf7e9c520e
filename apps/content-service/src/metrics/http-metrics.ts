import type { Request, RequestHandler, Response } from 'express';
import { getMethodName, getRoutePattern } from '../http/route-pattern.js';
import type { Metrics } from './metrics.js';

/** Label sets of the request histogram with a route of their own; further ones are counted under `(other)`. */
const LABEL_SETS_MAXIMUM = 70;

const OTHER_ROUTE = '(other)';

interface RequestLabels {
  readonly http_request_method: string;
  readonly http_route: string;
  readonly http_response_status_code: string;
}

/** Creates the middleware that measures requests. It must be the first, so that refused requests count, too. */
export function measureRequests({ requestDuration, activeRequests }: Metrics): RequestHandler {
  const series = new Map<string, ReturnType<typeof requestDuration.labels>>();
  const findSeries = (labels: RequestLabels): ReturnType<typeof requestDuration.labels> => {
    const key = Object.values(labels).join(' ');
    const known = series.get(key);
    if (known !== undefined) return known;
    if (series.size >= LABEL_SETS_MAXIMUM && labels.http_route !== OTHER_ROUTE)
      return findSeries(collapseLabels(labels));
    const added = requestDuration.labels({ ...labels });
    series.set(key, added);
    return added;
  };
  return (request: Request, response: Response, next) => {
    const start = performance.now();
    activeRequests.inc();
    response.once('close', () => {
      activeRequests.dec();
      findSeries(getLabels(request, response)).observe((performance.now() - start) / 1000);
    });
    next();
  };
}

function getLabels(request: Request, { statusCode }: Response): RequestLabels {
  return {
    http_request_method: getMethodName(request),
    http_route: getRoutePattern(request),
    http_response_status_code: String(statusCode),
  };
}

/** Keeps what alerts need: reads or writes, and the class of the status. */
function collapseLabels({ http_request_method, http_response_status_code }: RequestLabels): RequestLabels {
  return {
    http_request_method: http_request_method === 'GET' ? 'GET' : '_OTHER',
    http_route: OTHER_ROUTE,
    http_response_status_code: `${http_response_status_code.charAt(0)}00`,
  };
}
