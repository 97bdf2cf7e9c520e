import { decodeMessage, type Fields } from './protobuf.js';

export interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Span {
  readonly name: string;
  readonly kind?: number;
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId?: Uint8Array;
  readonly attributes: readonly KeyValue[];
  readonly status?: { readonly code?: number };
}

interface ExportTraceServiceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

// The used fields of opentelemetry-proto 1.x: common.proto, resource.proto, trace.proto, trace_service.proto.
const ANY_VALUE: Fields = {
  1: { name: 'stringValue', type: 'text' },
  3: { name: 'intValue', type: 'integer' },
};
const KEY_VALUE: Fields = { 1: { name: 'key', type: 'text' }, 2: { name: 'value', type: ANY_VALUE } };
const RESOURCE: Fields = { 1: { name: 'attributes', type: KEY_VALUE, repeated: true } };
const STATUS: Fields = { 3: { name: 'code', type: 'integer' } };
const SPAN: Fields = {
  1: { name: 'traceId', type: 'bytes' },
  2: { name: 'spanId', type: 'bytes' },
  4: { name: 'parentSpanId', type: 'bytes' },
  5: { name: 'name', type: 'text' },
  6: { name: 'kind', type: 'integer' },
  9: { name: 'attributes', type: KEY_VALUE, repeated: true },
  15: { name: 'status', type: STATUS },
};
const SCOPE_SPANS: Fields = { 2: { name: 'spans', type: SPAN, repeated: true } };
const RESOURCE_SPANS: Fields = {
  1: { name: 'resource', type: RESOURCE },
  2: { name: 'scopeSpans', type: SCOPE_SPANS, repeated: true },
};
const EXPORT_REQUEST: Fields = { 1: { name: 'resourceSpans', type: RESOURCE_SPANS, repeated: true } };

/**
 * Reads the body of an export of traces (OTLP 1.x over HTTP, binary protobuf).
 *
 * @throws Error for bytes that are no such message
 */
export function decodeExportedTraces(bytes: Uint8Array): ExportTraceServiceRequest {
  return decodeMessage(bytes, EXPORT_REQUEST) as unknown as ExportTraceServiceRequest;
}
