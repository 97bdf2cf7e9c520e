import type { Socket } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toRateLimitPrefix } from '@content-service/accounts';
import { BodyTooSlow, type LoadRefusal, RequestTimeout } from './load.errors.js';

/** Minimum rate of a request body. */
interface BodyRate {
  readonly bytesPerSecond: number;
  /** Grace period in milliseconds. */
  readonly afterMs: number;
}

interface OpenRequestLimits {
  readonly bodyRate: BodyRate;
  /** Bytes of one process that wait for clients: of bodies that are not complete, and of responses that are not taken. */
  readonly heldBytes: number;
  /** Interval of the checks in milliseconds. */
  readonly sweepMs: number;
}

const LIMITS: OpenRequestLimits = {
  bodyRate: { bytesPerSecond: 1024, afterMs: 5000 },
  heldBytes: 128 * 1024 * 1024,
  sweepMs: 500,
};

/** Time in milliseconds for the handler of a request without a time limit to end after its connection did. */
const ABANDONED_MS = 30_000;

type Refuse = (refusal: LoadRefusal, request: Request, response: Response) => void;

/** More than a connection that stands still, and less than one that moves. */
const UNKNOWN_MOVED = 1;

/** A request that has arrived and whose response is not taken completely by the client. */
class OpenRequest {
  readonly startedAt = performance.now();
  readonly bytesReadBefore: number;
  /** Whether the handler waits for the rest of the body. */
  isReceiving = false;
  hasLongBody = false;
  /** Bytes that client and service exchanged between the last two sweeps; `UNKNOWN_MOVED` before the second. */
  moved = UNKNOWN_MOVED;
  private waitingAtLastSweep: number | undefined;
  /** Time and bytes of the connection at the first sweep while the body was read. */
  body: { readonly at: number; readonly bytes: number } | undefined;
  private clientAddress: string | undefined;

  /**
   * @param timeoutMs 0: none
   * @param admit called when the body has arrived; throws to refuse the request then
   */
  constructor(
    readonly request: Request,
    readonly response: Response,
    public timeoutMs: number,
    readonly admit: (request: Request) => void,
  ) {
    this.bytesReadBefore = request.socket.bytesRead;
  }

  /** The address of the client, or its /64. */
  get address(): string {
    this.clientAddress ??= toRateLimitPrefix(this.request.ip ?? '');
    return this.clientAddress;
  }

  /** Whether the service works for the request, rather than waiting for its client. */
  get isInFlight(): boolean {
    return !this.isReceiving && !this.response.headersSent;
  }

  endReceiving(): void {
    this.isReceiving = false;
    [this.moved, this.waitingAtLastSweep] = [UNKNOWN_MOVED, undefined];
  }

  /** Called by each sweep. */
  measureMoved(): void {
    const waiting = this.isReceiving ? -this.request.socket.bytesRead : countUnsentBytes(this.request.socket);
    if (this.waitingAtLastSweep !== undefined) this.moved = Math.max(0, this.waitingAtLastSweep - waiting);
    this.waitingAtLastSweep = waiting;
  }

  /** Bytes in memory that wait for the client: of a body that is not complete, and of a response that is not taken. */
  get heldBytes(): number {
    const received =
      this.isReceiving && !this.hasLongBody ? this.request.socket.bytesRead - this.bytesReadBefore : 0;
    return received + this.response.writableLength;
  }
}

/**
 * The bytes that the operating system has not taken. `writableLength` stays the same until all of a write is sent; Node's own
 * time limit of sockets looks at this number of the handle, too.
 */
function countUnsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & {
    readonly _handle?: { readonly writeQueueSize?: number } | null;
  };
  return handle?.writeQueueSize ?? 0;
}

/** The key of `response.locals` under which functions without dependency injection find the open request. */
const OPEN_REQUEST = Symbol('open request');

type RequestLocals = Partial<Record<typeof OPEN_REQUEST, OpenRequest>>;

function findOpenRequest({ locals }: Response): OpenRequest | undefined {
  return (locals as RequestLocals)[OPEN_REQUEST];
}

/**
 * All open requests of this process, with their limits. A connection has one at a time (`handleInOrder`). One timer checks
 * all, which is cheaper than a timer for each, and forgets what no event of the connection ended.
 */
@Injectable()
export class OpenRequestRegistry implements OnModuleDestroy {
  private readonly open = new Map<Socket, OpenRequest>();
  /** Connections of responses that never end by themselves. */
  private readonly streams = new Set<Socket>();
  private timer: NodeJS.Timeout | undefined;
  private limits = LIMITS;

  /** @param refuse sends the error response of a request that exceeded a limit */
  start(refuse: Refuse, limits: Partial<OpenRequestLimits> = {}): void {
    this.limits = { ...LIMITS, ...limits };
    this.timer ??= setInterval(() => {
      this.sweep(refuse);
    }, this.limits.sweepMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** All open requests but streams; never less than `inFlight`, and known without counting. */
  get size(): number {
    return this.open.size;
  }

  /**
   * The requests that this process works for. Those that wait for their client do not count: their body has not arrived, or
   * their response is on its way.
   */
  get inFlight(): number {
    let count = 0;
    for (const one of this.open.values()) if (one.isInFlight) count += 1;
    return count;
  }

  /** The part of `inFlight` that has the client address of this request, or its /64. */
  countFromAddressOf({ ip }: Request): number {
    const address = toRateLimitPrefix(ip ?? '');
    let count = 0;
    for (const one of this.open.values()) if (one.isInFlight && one.address === address) count += 1;
    return count;
  }

  /**
   * Registers a request until its response is taken, and until its handler has answered when the connection ends before.
   *
   * @param timeoutMs time limit after which the response is 503; 0: none
   * @param admit called when a body has arrived that was waited for; throws to refuse the request then
   */
  add(
    request: Request,
    response: Response,
    timeoutMs: number,
    admit: (request: Request) => void = () => undefined,
  ): void {
    const { socket } = request;
    const one = new OpenRequest(request, response, timeoutMs, admit);
    this.open.set(socket, one);
    (response.locals as RequestLocals)[OPEN_REQUEST] = one;
    response.once('close', () => {
      if (response.headersSent && this.open.get(socket) === one) this.open.delete(socket);
    });
  }

  /** Forgets a request whose response never ends by itself: it is not bounded by time or by MAX_IN_FLIGHT. */
  markAsStream(response: Response): void {
    const { socket } = response.req;
    this.open.delete(socket);
    // The client went away while the stream was prepared.
    if (response.closed) return;
    this.streams.add(socket);
    response.once('close', () => this.streams.delete(socket));
  }

  /** Leaves a request as much time as its body needs; the rate of the body stays bounded. */
  allowLongBody(response: Response): void {
    const one = findOpenRequest(response);
    if (one !== undefined) [one.hasLongBody, one.timeoutMs] = [true, 0];
  }

  /** Whether a body that may take long is arriving on the connection. */
  hasLongBody(socket: Socket): boolean {
    return this.open.get(socket)?.hasLongBody ?? false;
  }

  /** Whether the service is processing a request of the connection, rather than waiting for the client. */
  isWorkingFor(socket: Socket): boolean {
    const one = this.open.get(socket);
    const isWorking = one === undefined ? this.streams.has(socket) : !one.isReceiving;
    return isWorking && socket.writableLength === 0;
  }

  private sweep(refuse: Refuse): void {
    const now = performance.now();
    for (const [socket, one] of this.open)
      if (socket.destroyed) this.forgetAbandoned(socket, one, now);
      else if (!one.response.headersSent) this.refuseLate(one, now, refuse);
    this.boundHeldBytes();
  }

  /** The handler of a request whose connection ended still works, and counts, until it has answered. */
  private forgetAbandoned(socket: Socket, one: OpenRequest, now: number): void {
    const timeoutMs = one.timeoutMs > 0 ? one.timeoutMs : ABANDONED_MS;
    if (one.response.headersSent || now - one.startedAt >= timeoutMs) this.open.delete(socket);
  }

  private refuseLate(one: OpenRequest, now: number, refuse: Refuse): void {
    const refusal = this.findTimeout(one, now) ?? this.findSlowBody(one, now);
    if (refusal === undefined) return;
    // The handler may still run and the body still arrive, so the connection cannot be reused.
    one.response.setHeader('Connection', 'close');
    if (!one.request.complete)
      one.response.once('finish', () => {
        one.request.socket.destroySoon();
      });
    refuse(refusal, one.request, one.response);
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
    const { bytesPerSecond, afterMs } = this.limits.bodyRate;
    const elapsed = now - one.body.at;
    const received = request.socket.bytesRead - one.body.bytes;
    const isSlow = elapsed >= afterMs && received < (bytesPerSecond * elapsed) / 1000;
    return isSlow ? new BodyTooSlow(bytesPerSecond) : undefined;
  }

  /**
   * Destroys connections while the process holds too many bytes for its clients: those first that moved least since the last
   * sweep, of these the ones of the address for which most is held, and of these the oldest.
   */
  private boundHeldBytes(): void {
    let total = 0;
    const byAddress = new Map<string, number>();
    for (const one of this.open.values()) {
      one.measureMoved();
      const { heldBytes } = one;
      total += heldBytes;
      if (heldBytes > 0) byAddress.set(one.address, (byAddress.get(one.address) ?? 0) + heldBytes);
    }
    if (total <= this.limits.heldBytes) return;
    const heldFor = ({ address }: OpenRequest): number => byAddress.get(address) ?? 0;
    const holders = [...this.open.values()].filter(({ heldBytes }) => heldBytes > 0);
    holders.sort(
      (one, other) =>
        one.moved - other.moved || heldFor(other) - heldFor(one) || one.startedAt - other.startedAt,
    );
    for (const { request, heldBytes } of holders) {
      if (total <= this.limits.heldBytes) return;
      request.socket.destroy();
      total -= heldBytes;
    }
  }
}

/**
 * Reads a body. Until it has arrived the request is not in flight, or unfinished bodies would use up MAX_IN_FLIGHT.
 *
 * @throws Overloaded when the process has too many requests in flight by then; the errors of `read`
 */
export async function receiveBody<T>(response: Response, read: () => Promise<T>): Promise<T> {
  const one = findOpenRequest(response);
  if (one === undefined || one.request.complete) return read();
  one.isReceiving = true;
  try {
    const body = await read();
    one.admit(one.request);
    return body;
  } finally {
    one.endReceiving();
  }
}
