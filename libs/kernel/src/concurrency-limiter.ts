/** Runs a bounded number of tasks at once and queues a bounded number; rejects the rest. */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxConcurrent: number,
    private readonly maxQueued: number,
  ) {}

  /** The tasks that wait. */
  get queued(): number {
    return this.waiting.length;
  }

  /** @param overflow creates the error for a rejected task */
  async run<Result>(task: () => Promise<Result>, overflow: () => Error): Promise<Result> {
    if (this.running < this.maxConcurrent) this.running += 1;
    else if (this.waiting.length < this.maxQueued) await this.acquire();
    else throw overflow();
    try {
      return await task();
    } finally {
      this.release();
    }
  }

  private acquire(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Hands the slot to the first queued task, so that no new task overtakes it. */
  private release(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
