import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

const RESOLUTION_MS = 20;

/** Measures the delay of timers of the event loop, from `start` until the application closes. */
@Injectable()
export class EventLoopDelay implements OnModuleDestroy {
  private histogram: IntervalHistogram | undefined;

  start(): void {
    this.histogram ??= monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.histogram.enable();
  }

  onModuleDestroy(): void {
    this.histogram?.disable();
  }

  /** The 99th percentile in milliseconds since the last call, without the interval of the histogram's own timer. */
  takeP99(): number {
    if (this.histogram === undefined) return 0;
    const milliseconds = this.histogram.percentile(99) / 1_000_000;
    this.histogram.reset();
    return Math.max(0, milliseconds - RESOLUTION_MS);
  }
}
