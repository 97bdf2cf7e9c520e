import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

const REQUEST = 'metrics?';
const TIME_LIMIT_MS = 5000;

type WorkerMetric = MetricObjectWithValues<MetricValue<string>>;

interface Answer {
  readonly metrics: readonly WorkerMetric[];
}

/**
 * Adds up the metrics of worker processes. Not by `clusterMetrics` of prom-client, which waits for workers that are starting, and
 * fails when one does not answer.
 */
export class WorkerMetricSum {
  /** What each worker answered last, for when it does not answer in time: without it, counters would seem to restart. */
  private readonly latest = new WeakMap<Worker, Answer>();

  /** @returns text in Prometheus' format */
  async collect(workers: Iterable<Worker>): Promise<string> {
    const answers = await Promise.all([...workers].map((worker) => this.ask(worker)));
    return AggregatorRegistry.aggregate(answers.map(({ metrics }) => metrics)).metrics();
  }

  private async ask(worker: Worker): Promise<Answer> {
    const ended = new AbortController();
    const answered = new Promise<void>((resolve) => {
      const take = (message: unknown): void => {
        if (!isAnswer(message)) return;
        this.latest.set(worker, message);
        resolve();
      };
      worker.on('message', take).once('exit', resolve);
      ended.signal.addEventListener('abort', () => worker.off('message', take).off('exit', resolve));
    });
    worker.send(REQUEST, () => undefined);
    await Promise.race([
      answered,
      sleep(TIME_LIMIT_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined),
    ]);
    ended.abort();
    return this.latest.get(worker) ?? { metrics: [] };
  }
}

/** Answers the requests of the supervisor in a worker. */
export function answerMetricsRequests(registry: Registry): void {
  process.on('message', (message) => {
    if (message !== REQUEST) return;
    void registry.getMetricsAsJSON().then((metrics) => process.send?.({ metrics } satisfies Answer));
  });
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'metrics' in message;
}
