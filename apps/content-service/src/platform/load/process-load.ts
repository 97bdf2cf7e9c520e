import { readFileSync } from 'node:fs';
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
  /** Processor time of the process by that of one core, or by its quota if that is less. */
  readonly utilization: number;
}

/** The processor quota of the container by control groups (version 2), such as `50000 100000` for half a core. */
const QUOTA_FILE = '/sys/fs/cgroup/cpu.max';

/** @returns cores; at most 1, which one process of JavaScript uses */
export function readProcessorQuota(file = QUOTA_FILE): number {
  try {
    const [quota, period] = readFileSync(file, 'utf8').split(' ').map(Number);
    const cores = (quota ?? NaN) / (period ?? NaN);
    return cores > 0 ? Math.min(1, cores) : 1;
  } catch {
    return 1;
  }
}

/** Measures the delay of timers of the event loop and the processor time, from `start` until the application closes. */
@Injectable()
export class ProcessLoad implements OnModuleDestroy {
  private histogram: IntervalHistogram | undefined;
  private takenAt = 0;
  private processorTime = process.cpuUsage();
  private readonly cores = readProcessorQuota();

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
    if (this.histogram === undefined) return { delayMs: 0, utilization: 0 };
    const elapsedMs = Math.max(1, performance.now() - this.takenAt);
    const { count } = this.histogram;
    // Without a sample one delay has lasted all the time.
    const intervalMs = count === 0 ? elapsedMs : this.histogram.percentile(PERCENTILE) / 1_000_000;
    const { user, system } = process.cpuUsage(this.processorTime);
    this.restart();
    return {
      delayMs: Math.max(0, intervalMs - RESOLUTION_MS),
      utilization: (user + system) / 1000 / elapsedMs / this.cores,
    };
  }

  private restart(): void {
    this.histogram?.reset();
    [this.processorTime, this.takenAt] = [process.cpuUsage(), performance.now()];
  }
}
