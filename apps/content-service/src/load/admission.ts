import type { Socket } from 'node:net';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { Config } from '../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import { EventLoopDelay } from './event-loop-delay.js';
import { BodyTooSlow, type LoadRefusal, Overloaded, RequestTimeout } from './load.errors.js';

/** Kinds of requests in the order in which they are shed. */
export const KINDS = ['anonymous read', 'token read', 'write'] as const;

export type RequestKind = (typeof KINDS)[number];

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

const SAMPLE_MS = 1000;

/** Consecutive seconds above the limit until requests are shed; a garbage collection or a large import takes one. */
const SECONDS_UNTIL_SHED = 2;

/** Share of MAX_IN_FLIGHT that each kind may use; the rest is reserved for later kinds. */
const SHARES: Readonly<Record<RequestKind, number>> = { 'anonymous read': 0.8, 'token read': 0.9, write: 1 };

/**
 * Decides which requests are rejected under load. While the event loop is late, one more kind of `KINDS` is shed each
 * second; afterwards one less each second.
 */
@Injectable()
export class LoadShedding implements OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly limits: Readonly<Record<RequestKind, number>>;
  /** Requests in flight from which the kind of a request matters. */
  private readonly lowestLimit: number;
  private secondsLate = 0;
  private consecutiveSheddingSeconds = 0;

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'shedDelayMs' | 'maxInFlight'>,
    private readonly delay: EventLoopDelay,
  ) {
    const maximum = config.maxInFlight === 0 ? Infinity : config.maxInFlight;
    const toLimit = (kind: RequestKind): number => Math.max(1, Math.ceil(SHARES[kind] * maximum));
    this.limits = {
      'anonymous read': toLimit('anonymous read'),
      'token read': toLimit('token read'),
      write: toLimit('write'),
    };
    this.lowestLimit = this.limits['anonymous read'];
  }

  /** Starts to monitor the event loop, unless SHED_DELAY_MS is 0. */
  start(): void {
    if (this.config.shedDelayMs === 0) return;
    this.delay.start();
    this.timer ??= setInterval(() => {
      this.sample();
    }, SAMPLE_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Samples the delay of the last second; called once a second. */
  sample(): void {
    const isLate = this.delay.takeP99() >= this.config.shedDelayMs;
    const maximum = SECONDS_UNTIL_SHED + KINDS.length - 1;
    this.secondsLate = isLate
      ? Math.min(this.secondsLate + 1, maximum)
      : Math.max(0, Math.min(this.secondsLate, maximum) - 1);
    this.consecutiveSheddingSeconds =
      this.secondsLate < SECONDS_UNTIL_SHED ? 0 : this.consecutiveSheddingSeconds + 1;
  }

  /** Consecutive seconds in which requests were shed because the event loop is late. */
  get sheddingSeconds(): number {
    return this.consecutiveSheddingSeconds;
  }

  /** Whether no kind is shed at this number of requests in flight, so that the kind need not be determined. */
  isCalm(inFlight: number): boolean {
    return this.secondsLate < SECONDS_UNTIL_SHED && inFlight < this.lowestLimit;
  }

  /** @param inFlight requests in flight of this process, without the one in question */
  isShed(kind: RequestKind, inFlight: number): boolean {
    const kindsShed = this.secondsLate - SECONDS_UNTIL_SHED + 1;
    return KINDS.indexOf(kind) < kindsShed || inFlight >= this.limits[kind];
  }
}

/** Minimum rate of a request body. */
interface BodyRate {
  readonly bytesPerSecond: number;
  /** Grace period in milliseconds. */
  readonly afterMs: number;
}

type Refuse = (refusal: LoadRefusal, request: Request, response: Response) => void;

const SWEEP_MS = 500;
const BODY_RATE: BodyRate = { bytesPerSecond: 1024, afterMs: 5000 };

/** A request that has arrived and whose response is not sent completely. */
interface OpenRequest {
  readonly request: Request;
  readonly response: Response;
  readonly startedAt: number;
  /** 0: none. */
  timeoutMs: number;
  /** Time and bytes of the connection at the first sweep while the body was read. */
  body: { readonly at: number; readonly bytes: number } | undefined;
}

/** All requests in flight of this process, with their time limits. One timer checks all, which is cheaper than a timer for each. */
@Injectable()
export class OpenRequests implements OnModuleDestroy {
  private readonly open = new Set<OpenRequest>();
  private readonly longBodies = new Set<Socket>();
  private timer: NodeJS.Timeout | undefined;
  private bodyRate = BODY_RATE;

  /** @param refuse sends the error response of a request that exceeded a limit */
  start(refuse: Refuse, bodyRate = BODY_RATE, sweepMs = SWEEP_MS): void {
    this.bodyRate = bodyRate;
    this.timer ??= setInterval(() => {
      this.sweep(refuse);
    }, sweepMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  get size(): number {
    return this.open.size;
  }

  /** @param timeoutMs time limit after which the response is 503; 0: none */
  add(request: Request, response: Response, timeoutMs: number): void {
    const one: OpenRequest = { request, response, startedAt: performance.now(), timeoutMs, body: undefined };
    this.open.add(one);
    response.once('close', () => this.open.delete(one));
  }

  /** Forgets a request whose response never ends by itself: it is not bounded by time or by MAX_IN_FLIGHT. */
  release(response: Response): void {
    for (const one of this.open) if (one.response === response) this.open.delete(one);
  }

  /** Leaves a request as much time as its body needs; the rate of the body stays bounded. */
  allowLongBody(response: Response): void {
    for (const one of this.open) if (one.response === response) one.timeoutMs = 0;
    const { socket } = response;
    if (socket === null) return;
    this.longBodies.add(socket);
    response.once('close', () => this.longBodies.delete(socket));
  }

  /** Whether a body that may take long is arriving on the connection. */
  hasLongBody(socket: Socket): boolean {
    return this.longBodies.has(socket);
  }

  /** Whether the service is processing a request of the connection, rather than waiting for the client. */
  isWorkingFor(socket: Socket): boolean {
    if (socket.writableLength > 0) return false;
    return [...this.open].some(({ response }) => response.socket === socket);
  }

  private sweep(refuse: Refuse): void {
    const now = performance.now();
    for (const one of this.open) {
      if (one.response.headersSent) continue;
      const refusal = this.findTimeout(one, now) ?? this.findSlowBody(one, now);
      if (refusal === undefined) continue;
      // The handler may still run and the body still arrive, so the connection cannot be reused.
      one.response.setHeader('Connection', 'close');
      if (!one.request.complete)
        one.response.once('finish', () => {
          one.request.socket.destroySoon();
        });
      refuse(refusal, one.request, one.response);
    }
  }

  private findTimeout({ startedAt, timeoutMs }: OpenRequest, now: number): RequestTimeout | undefined {
    return timeoutMs > 0 && now - startedAt >= timeoutMs ? new RequestTimeout(timeoutMs) : undefined;
  }

  /** The rate counts only while the handler reads the body, since backpressure stops the client before. */
  private findSlowBody(one: OpenRequest, now: number): BodyTooSlow | undefined {
    const { request } = one;
    if (request.complete || request.readableFlowing !== true) {
      one.body = undefined;
      return undefined;
    }
    one.body ??= { at: now, bytes: request.socket.bytesRead };
    const { bytesPerSecond, afterMs } = this.bodyRate;
    const elapsed = now - one.body.at;
    const received = request.socket.bytesRead - one.body.bytes;
    const isSlow = elapsed >= afterMs && received < (bytesPerSecond * elapsed) / 1000;
    return isSlow ? new BodyTooSlow(bytesPerSecond) : undefined;
  }
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
