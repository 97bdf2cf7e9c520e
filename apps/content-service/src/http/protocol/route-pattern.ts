import type { Request } from 'express';

/** The route pattern of a request that no route matched. */
export const NO_ROUTE = '(none)';

/** Methods of OpenTelemetry's `http.request.method`; others are `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** The method as an attribute value from a closed set. */
export function getMethodName(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}

/** The pattern of the matched route, such as `/manage/users/:id`, which contains no text of the client. */
export function getRoutePattern({ route }: Request): string {
  const path: unknown = (route as { readonly path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : NO_ROUTE;
}
