/** Methods of OpenTelemetry's `http.request.method`; others are `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** The method as an attribute value from a closed set. */
export function getMethodName(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}
