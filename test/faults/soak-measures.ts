import { setTimeout as wait } from 'node:timers/promises';
import { countDescriptors } from './descriptors.js';

/** A process whose metrics can be read. */
export interface MeasuredProcess {
  readonly pid: number;
  readonly metricsUrl: string;
}

export interface Measures {
  /** Resident, in MB. */
  readonly memory: number;
  /** Open file descriptors apart from those of calls. */
  readonly handles: number;
  /** Connections to the receiver. */
  readonly calls: number;
}

export async function measure({ pid, metricsUrl }: MeasuredProcess, receiverPort: number): Promise<Measures> {
  const bytes = (await readMetrics(metricsUrl)).get('process_resident_memory_bytes') ?? NaN;
  const { [`socket to ${receiverPort}`]: calls = 0, ...others } = countDescriptors(pid);
  const handles = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { memory: Math.round(bytes / 1_000_000), handles, calls };
}

/** @returns the lag of every consumer of the event log in seconds, the same from each process */
export async function readLags({ metricsUrl }: MeasuredProcess): Promise<Readonly<Record<string, number>>> {
  const lags: Record<string, number> = {};
  for (const [series, value] of await readMetrics(metricsUrl)) {
    const consumer = /^content_service_event_lag_seconds\{consumer="(\w+)"\}$/.exec(series)?.[1];
    if (consumer !== undefined) lags[consumer] = Math.round(value * 100) / 100;
  }
  if (Object.keys(lags).length === 0) throw new Error('The metrics have no lag of a consumer.');
  return lags;
}

/** The values by name and labels. */
async function readMetrics(url: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(url);
  const lines = (await answer.text()).split('\n');
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Map(
    lines.flatMap((line): [string, number][] => {
      const end = line.lastIndexOf(' ');
      return line.startsWith('#') || end === -1 ? [] : [[line.slice(0, end), Number(line.slice(end))]];
    }),
  );
}

/** Samples the used heap of a process until `stop`. */
export class HeapSamples {
  private readonly samples: { readonly minute: number; readonly megabytes: number }[] = [];
  private readonly startedAt = performance.now();
  private isStopped = false;
  private readonly running: Promise<void>;

  constructor(
    private readonly measured: MeasuredProcess,
    private readonly intervalMs: number,
  ) {
    this.running = this.sample();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /**
   * The slope of the least-squares line through the lowest samples of each window: the heap rises until the next collection
   * of garbage, so only its lowest level shows what is retained.
   *
   * @returns MB a minute, `NaN` for fewer than two windows
   */
  findSlope(windowMinutes: number): number {
    const lowest = new Map<number, number>();
    for (const { minute, megabytes } of this.samples) {
      const window = Math.floor(minute / windowMinutes);
      lowest.set(window, Math.min(lowest.get(window) ?? Infinity, megabytes));
    }
    const points = [...lowest].map(([window, megabytes]) => [window * windowMinutes, megabytes] as const);
    const mean = (values: readonly number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, level]) => level))];
    const products = points.reduce((sum, [at, level]) => sum + (at - x) * (level - y), 0);
    const squares = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
    return Math.round((100 * products) / squares) / 100;
  }

  private async sample(): Promise<void> {
    while (!this.isStopped) {
      // Metrics of the storage fail while the database is down.
      const metrics = await readMetrics(this.measured.metricsUrl).catch(() => undefined);
      const bytes = metrics?.get('nodejs_heap_size_used_bytes');
      const minute = (performance.now() - this.startedAt) / 60_000;
      if (bytes !== undefined) this.samples.push({ minute, megabytes: bytes / 1_000_000 });
      await wait(this.intervalMs);
    }
  }
}
