import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

const RESOLUTION_MS = 20;

/**
 * The delay that most timers of the event loop had. The maximum, or the 99th percentile of the fifty samples of a second,
 * would be one garbage collection or one large request.
 */
const PERCENTILE = 90;

/** What a process had to do in an interval. */
export interface ProcessLoadSample {
  /** Delay of the event loop in milliseconds: the 90th percentile, without the interval of the histogram's own timer. */
  readonly delayMs: number;
  /** Processor time of the process by the time that passed; 1: one core. */
  readonly cores: number;
}

/** Measures the delay of timers of the event loop and the processor time, from `start` until the application closes. */
@Injectable()
export class ProcessLoad implements OnModuleDestroy {
  private histogram: IntervalHistogram | undefined;
  private takenAt = 0;
  private processorTime = process.cpuUsage();

  start(): void {
    this.histogram ??= monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.histogram.enable();
    this.restart();
  }

  onModuleDestroy(): void {
    this.histogram?.disable();
  }

  /** The load since the last call. */
  take(): ProcessLoadSample {
    if (this.histogram === undefined) return { delayMs: 0, cores: 0 };
    const elapsedMs = Math.max(1, performance.now() - this.takenAt);
    const { count } = this.histogram;
    // Without a sample one delay has lasted all the time.
    const intervalMs = count === 0 ? elapsedMs : this.histogram.percentile(PERCENTILE) / 1_000_000;
    const { user, system } = process.cpuUsage(this.processorTime);
    this.restart();
    return {
      delayMs: Math.max(0, intervalMs - RESOLUTION_MS),
      cores: (user + system) / 1000 / elapsedMs,
    };
  }

  private restart(): void {
    this.histogram?.reset();
    [this.processorTime, this.takenAt] = [process.cpuUsage(), performance.now()];
  }
}
