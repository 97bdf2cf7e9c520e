import type { Request } from 'express';

/** `traceparent` of W3C Trace Context §3.2.2; later versions may append further members. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

const traceIds = new WeakMap<Request, string>();

/** Keeps the trace id of a request, so that its log line and error document contain it. */
export function setTraceId(request: Request, traceId: string): void {
  traceIds.set(request, traceId);
}

/**
 * The trace id of a request, 32 hexadecimal digits: of its span, or of its header `traceparent` while tracing is off.
 *
 * @returns `undefined` for a request without one
 */
export function getTraceId(request: Request): string | undefined {
  const known = traceIds.get(request);
  if (known !== undefined) return known;
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.groups?.['traceId'] : undefined;
}
