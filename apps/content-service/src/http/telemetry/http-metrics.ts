import type { Request, RequestHandler, Response } from 'express';
import { CONTENT_METHODS, ROUTES } from '../protocol/allowed-methods.js';
import { getMethodName } from '../../platform/tracing/method-name.js';
import { getRoutePattern } from '../protocol/route-pattern.js';
import { getTokenRefusal } from '../protocol/token-refusal.js';
import type { Metrics } from '../../platform/metrics/metrics.js';

/** Label sets with a route of their own beside those that alerts select; further ones are counted under `(other)`. */
const LABEL_SETS_MAXIMUM = 21;

const OTHER_ROUTE = '(other)';

interface RequestLabels {
  readonly http_request_method: string;
  readonly http_route: string;
  readonly http_response_status_code: string;
}

/**
 * Creates the middleware that measures requests. It must be the first, so that refused requests count, too.
 *
 * @param prefix of the JSON:API, such as `/api`
 */
export function measureRequests(
  { requestDuration, activeRequests, tokenRefusals }: Metrics,
  prefix: string,
): RequestHandler {
  const alerted = listAlertedSets(prefix);
  const series = new Map<string, ReturnType<typeof requestDuration.labels>>();
  let others = 0;
  const findSeries = (labels: RequestLabels): ReturnType<typeof requestDuration.labels> => {
    const key = toKey(labels);
    const known = series.get(key);
    if (known !== undefined) return known;
    if (!alerted.has(key) && labels.http_route !== OTHER_ROUTE) {
      if (others >= LABEL_SETS_MAXIMUM) return findSeries(collapseLabels(labels));
      others += 1;
    }
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
      const reason = response.statusCode < 400 ? undefined : getTokenRefusal(response);
      if (reason !== undefined) tokenRefusals.inc({ reason });
    });
    next();
  };
}

/**
 * The label sets that alerts select: tokens, content and health checks. They keep their series whatever was requested before,
 * or requests of strangers could hide them.
 */
function listAlertedSets(prefix: string): ReadonlySet<string> {
  const sets = [
    ...combine('POST', '/oauth/token', [200, 400, 401, 429, 500, 503]),
    ...['live', 'ready', 'startup'].flatMap((name) => combine('GET', `/health/${name}`, [200, 503])),
    ...Object.entries(CONTENT_METHODS)
      .filter(([route]) => route !== ROUTES.events)
      .flatMap(([route, methods]) =>
        methods
          .filter((method) => !UNALERTED_METHODS.has(method))
          .flatMap((method) =>
            combine(
              method,
              `${prefix}/${route}`.replace(/\/$/, ''),
              method === 'GET' ? [200, 401, 503] : [401],
            ),
          ),
      ),
  ];
  return new Set(sets.map(toKey));
}

const UNALERTED_METHODS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

function combine(method: string, route: string, statuses: readonly number[]): readonly RequestLabels[] {
  return statuses.map((status) => ({
    http_request_method: method,
    http_route: route,
    http_response_status_code: String(status),
  }));
}

function toKey({ http_request_method, http_route, http_response_status_code }: RequestLabels): string {
  return `${http_request_method} ${http_route} ${http_response_status_code}`;
}

function getLabels(request: Request, { statusCode }: Response): RequestLabels {
  return {
    http_request_method: getMethodName(request.method),
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
