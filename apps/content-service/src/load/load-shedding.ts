import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/config.js';
import { EventLoopDelay } from './event-loop-delay.js';

/** Kinds of requests in the order in which they are shed. */
export const KINDS = ['anonymous read', 'token read', 'write'] as const;

export type RequestKind = (typeof KINDS)[number];

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
