/** Runs a task again and again, with a pause after each run, so that two runs never overlap. */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private hasStopped = false;

  constructor(
    private readonly run: () => Promise<unknown>,
    private readonly pauseMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Begins with a pause. */
  start(): void {
    if (this.hasStopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run()
        .catch(this.onError)
        .then(() => {
          this.start();
        });
    }, this.pauseMs).unref();
  }

  /** Waits for the present run. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
