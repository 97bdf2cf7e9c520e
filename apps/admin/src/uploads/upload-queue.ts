/** Runs tasks in their order, a few at a time. */
export class UploadQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param maximum tasks at a time */
  constructor(private readonly maximum: number) {}

  /**
   * Runs a task when its turn comes.
   *
   * @throws the reason of the signal when it is aborted before that, and what the task throws
   */
  async run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.running >= this.maximum) await this.waitForTurn(signal);
    signal.throwIfAborted();
    this.running += 1;
    try {
      return await task();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private waitForTurn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(wake), 1);
        wake();
      };
      this.waiting.push(wake);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
