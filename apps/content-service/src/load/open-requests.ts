import type { Socket } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BodyTooSlow, type LoadRefusal, RequestTimeout } from './load.errors.js';

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
