import { getMethodName } from './method-name.js';
import type { Tracing } from './tracing.js';

/** Injection token of the `Fetch` of requests to other services than webhooks. */
export const FETCH = Symbol('FETCH');

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Creates a `fetch` whose requests are spans, and carry the headers by which the other service continues the trace. */
export function createTracedFetch(tracing: Tracing): Fetch {
  return (url, init) => {
    const method = getMethodName(init.method ?? 'GET');
    const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
    return tracing.runCall(method === '_OTHER' ? 'HTTP' : method, attributes, async (traceHeaders, span) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(traceHeaders)) headers.set(name, value);
      const response = await fetch(url, { ...init, headers });
      tracing.recordStatus(span, response.status);
      return response;
    });
  };
}
