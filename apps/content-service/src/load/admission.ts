import type { Request, RequestHandler } from 'express';
import type { Metrics } from '../metrics/metrics.js';
import { Overloaded } from './load.errors.js';
import { KINDS, type LoadShedding, type RequestKind } from './load-shedding.js';
import type { OpenRequests } from './open-requests.js';

/** Never shed: failed health checks restart the process, and ending access must always work. */
const ESSENTIAL = /^\/(health\/|oauth\/revoke|session\/end|user\/logout)/;

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The kind of a request by method and headers, before routing and authentication; `undefined` for requests that are never shed. */
function findKind({
  method,
  url,
  headers,
}: Pick<Request, 'method' | 'url' | 'headers'>): RequestKind | undefined {
  if (ESSENTIAL.test(url)) return undefined;
  if (!isRead(method)) return 'write';
  return headers.authorization === undefined ? 'anonymous read' : 'token read';
}

export function isRead(method: string): boolean {
  return READING.has(method);
}

interface AdmissionOptions {
  readonly shedding: LoadShedding;
  readonly open: OpenRequests;
  /** Time limit of reads; writes and the management API have twice as long. */
  readonly timeoutMs: number;
  /** Middleware for common response headers and the request log; run here for shed requests only. */
  readonly beforeRefusal: readonly RequestHandler[];
  /** Counts shed requests. */
  readonly shed: Metrics['shed'];
}

/** Creates the first middleware: registers a request, or rejects it under load before any work. */
export function admitRequests({
  shedding,
  open,
  timeoutMs,
  beforeRefusal,
  shed,
}: AdmissionOptions): RequestHandler {
  for (const kind of KINDS) shed.inc({ kind }, 0);
  return (request, response, next) => {
    const { size } = open;
    if (!shedding.isCalm(size)) {
      const kind = findKind(request);
      if (kind !== undefined && shedding.isShed(kind, size)) {
        shed.inc({ kind });
        runInOrder(beforeRefusal, request, response, () => {
          next(new Overloaded());
        });
        return;
      }
    }
    const isLong = !isRead(request.method) || request.url.startsWith('/manage/');
    open.add(request, response, isLong ? 2 * timeoutMs : timeoutMs);
    next();
  };
}

function runInOrder(
  [first, ...rest]: readonly RequestHandler[],
  ...[request, response, end]: [...Parameters<RequestHandler>]
): void {
  if (first === undefined) end();
  else
    void first(request, response, () => {
      runInOrder(rest, request, response, end);
    });
}
