import { Gauge, type GaugeConfiguration } from 'prom-client';

/** The storage gets this long to answer when the metrics are read. */
const TIME_LIMIT_MS = 2000;

/**
 * Creates a gauge that is read from the storage when the metrics are read. While the storage does not answer it has no series:
 * the other metrics are needed most then. Every worker process reads the same, so their maximum is taken.
 *
 * @param read returns each value with its labels
 */
export function createStoredGauge<Label extends string>(
  configuration: Omit<GaugeConfiguration<Label>, 'collect' | 'aggregator'>,
  read: () => Promise<readonly (readonly [Readonly<Partial<Record<Label, string>>>, number])[]>,
): void {
  new Gauge<Label>({
    ...configuration,
    aggregator: 'max',
    async collect() {
      const values = await Promise.race([read(), giveUp()]).catch(() => []);
      this.reset();
      // `reset` gives a gauge without labels the value 0.
      if (values.length === 0) this.remove({});
      for (const [labels, value] of values) this.set(labels as Record<Label, string>, value);
    },
  });
}

function giveUp(): Promise<readonly never[]> {
  return new Promise((resolve) => {
    setTimeout(resolve, TIME_LIMIT_MS, []).unref();
  });
}
