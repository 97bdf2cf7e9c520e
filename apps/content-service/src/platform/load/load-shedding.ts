import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/config.js';
import type { OpenRequestRegistry } from './open-request-registry.js';
import { ProcessLoad } from './process-load.js';

/**
 * Kinds of requests in the order in which they are shed. `anonymous` are those without a valid token, `token read` and
 * `write` those with one; `sign-in` are those that get a token or a session.
 */
export const KINDS = ['anonymous', 'token read', 'write', 'sign-in'] as const;

export type RequestKind = (typeof KINDS)[number];

const SAMPLE_MS = 1000;

/** Consecutive seconds above the limit until requests are shed; a garbage collection or a large import takes one. */
const SECONDS_UNTIL_SHED = 2;

/** Share of its core that the process uses when a late event loop is its own work, not that of its neighbours. */
const BUSY_UTILIZATION = 0.8;

/** Open requests below which none is shed because the event loop is late: so few are no overload. */
const FEW_REQUESTS = 8;

/** Share of MAX_IN_FLIGHT that each kind may use; the rest is reserved for later kinds. */
const SHARES: Readonly<Record<RequestKind, number>> = {
  anonymous: 0.8,
  'token read': 0.9,
  write: 1,
  'sign-in': 1,
};

/** Share of MAX_IN_FLIGHT from which on a client address may have no more than `ADDRESS_SHARE` of it. */
const CROWDED_SHARE = 0.5;
const ADDRESS_SHARE = 0.1;

/**
 * Decides which requests are rejected under load. While the event loop is late because of the work of this process, one
 * more kind of `KINDS` is shed each second; afterwards one less each second.
 */
@Injectable()
export class LoadShedding implements OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly maximum: number;
  private secondsLate = 0;
  private consecutiveSheddingSeconds = 0;

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'shedDelayMs' | 'maxInFlight'>,
    private readonly load: ProcessLoad,
  ) {
    this.maximum = config.maxInFlight === 0 ? Infinity : config.maxInFlight;
  }

  /** Starts to monitor the event loop, unless SHED_DELAY_MS is 0. */
  start(): void {
    if (this.config.shedDelayMs === 0) return;
    this.load.start();
    this.timer ??= setInterval(() => {
      this.sample();
    }, SAMPLE_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Samples the load of the last second; called once a second. */
  sample(): void {
    const { delayMs, utilization } = this.load.take();
    const isLate = delayMs >= this.config.shedDelayMs && utilization >= BUSY_UTILIZATION;
    const maximum = SECONDS_UNTIL_SHED + KINDS.length - 1;
    this.secondsLate = isLate
      ? Math.min(this.secondsLate + 1, maximum)
      : Math.max(0, Math.min(this.secondsLate, maximum) - 1);
    this.consecutiveSheddingSeconds = this.kindsShed <= 0 ? 0 : this.consecutiveSheddingSeconds + 1;
  }

  /** Consecutive seconds in which requests were shed because the event loop is late. */
  get sheddingSeconds(): number {
    return this.consecutiveSheddingSeconds;
  }

  /** Whether no request is shed at this number of open requests, so that its kind and address need not be found out. */
  isCalm(size: number): boolean {
    return !this.isCrowded(size) && (this.kindsShed <= 0 || size < FEW_REQUESTS);
  }

  /** @param open requests of this process, without the one in question */
  isShed(kind: RequestKind, { size, inFlight }: Pick<OpenRequestRegistry, 'size' | 'inFlight'>): boolean {
    // Where the database is read in this process, a late event loop has few in flight: the others wait to be accepted.
    const isLate = size >= FEW_REQUESTS && KINDS.indexOf(kind) < this.kindsShed;
    return isLate || inFlight >= toLimit(SHARES[kind], this.maximum);
  }

  /** Whether so much of MAX_IN_FLIGHT is used that no client address may have more than `addressLimit` of it. */
  isCrowded(inFlight: number): boolean {
    return inFlight >= toLimit(CROWDED_SHARE, this.maximum);
  }

  get addressLimit(): number {
    return Math.max(FEW_REQUESTS, toLimit(ADDRESS_SHARE, this.maximum));
  }

  /** Kinds shed because the event loop is late; none when it is not positive. */
  private get kindsShed(): number {
    return this.secondsLate - SECONDS_UNTIL_SHED + 1;
  }
}

function toLimit(share: number, maximum: number): number {
  return Math.max(1, Math.ceil(share * maximum));
}
