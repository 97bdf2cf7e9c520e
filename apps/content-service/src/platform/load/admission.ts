import type { Request, RequestHandler } from 'express';
import type { Metrics } from '../metrics/metrics.js';
import { Overloaded } from './load.errors.js';
import { KINDS, type LoadShedding, type RequestKind } from './load-shedding.js';
import type { OpenRequestRegistry } from './open-request-registry.js';

/** Never shed: failed health checks restart the process, and ending access must always work. */
const ESSENTIAL = /^\/(health\/|oauth\/revoke|session\/end|user\/logout)/;

/** Requests that get a token or a session, and the pages for it. */
const SIGN_IN = /^\/(oauth|user|session)\//;

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isRead(method: string): boolean {
  return READING.has(method);
}

interface AdmissionOptions {
  readonly shedding: LoadShedding;
  readonly open: OpenRequestRegistry;
  /** Whether the Authorization header has a valid token; never rejects. */
  readonly hasValidToken: (request: Request) => Promise<boolean>;
  /** Time limit of reads; writes and the management API have twice as long. */
  readonly timeoutMs: number;
  /** Middleware for common response headers and the request log; run here for shed requests only. */
  readonly beforeRefusal: readonly RequestHandler[];
  /** Counts shed requests. */
  readonly shed: Metrics['shed'];
}

/**
 * Creates the first middleware: registers a request, or rejects it under load before any work. A request whose body has to
 * be waited for is judged once more when that has arrived.
 */
export function admitRequests(options: AdmissionOptions): RequestHandler {
  const { shedding, open, hasValidToken, timeoutMs, beforeRefusal, shed } = options;
  for (const kind of KINDS) shed.inc({ kind }, 0);
  /** Whether the request is admitted whatever its kind and address. */
  const isSafe = ({ url }: Request): boolean => shedding.isCalm(open.size) || ESSENTIAL.test(url);
  const isShed = (request: Request, kind: RequestKind): boolean => {
    if (shedding.isShed(kind, open)) return true;
    return shedding.isCrowded(open.inFlight) && open.countFromAddressOf(request) >= shedding.addressLimit;
  };
  /** @throws Overloaded */
  const assertAdmitted = (request: Request, kind: RequestKind): void => {
    if (!isShed(request, kind)) return;
    shed.inc({ kind });
    throw new Overloaded();
  };
  const assertStillAdmitted = (request: Request): void => {
    // The guards have accepted its token by now.
    if (!isSafe(request)) assertAdmitted(request, findKindByPath(request) ?? 'write');
  };
  const admit: RequestHandler = (request, response, next) => {
    const isLong = !isRead(request.method) || request.url.startsWith('/manage/');
    open.add(request, response, isLong ? 2 * timeoutMs : timeoutMs, assertStillAdmitted);
    next();
  };
  const judge = async (...[request, response, next]: Parameters<RequestHandler>): Promise<void> => {
    const kind = findKindByPath(request) ?? (await findKindByToken(request, hasValidToken));
    try {
      assertAdmitted(request, kind);
    } catch (refusal) {
      runInOrder(beforeRefusal, request, response, () => {
        next(refusal);
      });
      return;
    }
    void admit(request, response, next);
  };
  return (request, response, next) => {
    if (isSafe(request)) void admit(request, response, next);
    else void judge(request, response, next);
  };
}

function findKindByPath({ url }: Request): RequestKind | undefined {
  return SIGN_IN.test(url) ? 'sign-in' : undefined;
}

/** A token that is not valid makes no request more important: anybody can send one. */
async function findKindByToken(
  request: Request,
  hasValidToken: AdmissionOptions['hasValidToken'],
): Promise<RequestKind> {
  if (!(await hasValidToken(request))) return 'anonymous';
  return isRead(request.method) ? 'token read' : 'write';
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
