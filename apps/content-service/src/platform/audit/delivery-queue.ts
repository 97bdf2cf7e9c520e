/** Sends one batch; rejects when the receiver did not accept it. */
export type Deliver<Item> = (batch: readonly Item[], signal: AbortSignal) => Promise<void>;

export interface DeliveryOptions {
  /** Maximum number of waiting items; further ones are dropped and counted. */
  readonly queueMaximum: number;
  readonly batchMaximum: number;
  /** Milliseconds from the first waiting item until a batch is sent. */
  readonly collectMs: number;
  /** Milliseconds until the first retry; doubled for each further one, up to `retryMaximumMs`. */
  readonly retryMs: number;
  readonly retryMaximumMs: number;
  /** Time limit of one delivery in milliseconds. */
  readonly timeoutMs: number;
}

const DEFAULTS: DeliveryOptions = {
  queueMaximum: 10_000,
  batchMaximum: 500,
  collectMs: 500,
  retryMs: 1000,
  retryMaximumMs: 60_000,
  timeoutMs: 10_000,
};

/**
 * A bounded queue in memory for a receiver that may be slow or unavailable. Adding neither waits nor throws; a failed
 * batch is sent again, so items can arrive twice.
 */
export class DeliveryQueue<Item> {
  private readonly items: Item[] = [];
  private readonly options: DeliveryOptions;
  private dropped = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  /** @param warn called once when deliveries begin to fail, and with the number of dropped items */
  constructor(
    private readonly deliver: Deliver<Item>,
    private readonly warn: (message: string) => void,
    options: Partial<DeliveryOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  add(items: readonly Item[]): void {
    for (const item of items)
      if (this.items.length < this.options.queueMaximum) this.items.push(item);
      else this.dropped += 1;
    this.schedule(this.options.collectMs);
  }

  /** Tries once to send all waiting items, for the end of the process; the remaining items are dropped. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
    this.failures = 0;
    while (this.items.length > 0 && this.failures === 0) await this.sendBatch();
    this.dropped += this.items.splice(0).length;
    this.reportDropped();
    clearTimeout(this.timer);
  }

  private schedule(delayMs: number): void {
    if (this.timer !== undefined || this.running !== undefined || this.items.length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.running = this.sendBatch().finally(() => {
        this.running = undefined;
        this.schedule(this.getDelayMs());
      });
    }, delayMs).unref();
  }

  private getDelayMs(): number {
    const { collectMs, retryMs, retryMaximumMs } = this.options;
    return this.failures === 0 ? collectMs : Math.min(retryMs * 2 ** (this.failures - 1), retryMaximumMs);
  }

  private async sendBatch(): Promise<void> {
    const batch = this.items.slice(0, this.options.batchMaximum);
    try {
      await this.deliver(batch, AbortSignal.timeout(this.options.timeoutMs));
      this.items.splice(0, batch.length);
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      if (this.failures === 1) this.warn(`Audit events could not be delivered: ${toReason(error)}`);
    }
    this.reportDropped();
  }

  private reportDropped(): void {
    if (this.dropped > 0) this.warn(`${this.dropped} audit events were not forwarded: the queue was full.`);
    this.dropped = 0;
  }
}

/** The message of an error without the URL of the receiver, which may contain a password. */
function toReason(error: unknown): string {
  const { code } = (error instanceof Error && error.cause instanceof Error ? error.cause : error) as {
    code?: unknown;
  };
  return typeof code === 'string' ? code : error instanceof Error ? error.message : String(error);
}
