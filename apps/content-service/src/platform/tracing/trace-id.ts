import type { Request } from 'express';

/** `traceparent` of W3C Trace Context §3.2.2; later versions may append further members. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** The characters of version, trace id, parent id and flags. */
const TRACEPARENT_LENGTH = 55;

/** The members of a span context (OpenTelemetry) that `traceparent` has. */
interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const traceparents = new WeakMap<Request, string>();

/** Keeps the span of a request, so that its log line, its error document and its events name it. */
export function setSpanContext(request: Request, { traceId, spanId, traceFlags }: SpanContext): void {
  const flags = traceFlags.toString(16).padStart(2, '0');
  traceparents.set(request, `00-${traceId}-${spanId}-${flags}`);
}

/**
 * The trace of a request as a header `traceparent`: of its span, or the one that it brings along while tracing is off.
 *
 * @returns `undefined` for a request without a valid one
 */
export function getTraceparent(request: Request): string | undefined {
  const known = traceparents.get(request);
  if (known !== undefined) return known;
  const { traceparent } = request.headers;
  return typeof traceparent === 'string'
    ? TRACEPARENT.exec(traceparent)?.[0].slice(0, TRACEPARENT_LENGTH)
    : undefined;
}

/** The trace id of `getTraceparent`, 32 hexadecimal digits. */
export function getTraceId(request: Request): string | undefined {
  return getTraceparent(request)?.split('-')[1];
}
