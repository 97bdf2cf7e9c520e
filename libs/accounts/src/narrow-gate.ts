/** Lets a few tasks run at once and some more wait; the rest are turned away, so that nobody waits for long. */
export class NarrowGate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** @param overflow makes the error for those who are turned away */
  async through<Result>(task: () => Promise<Result>, overflow: () => Error): Promise<Result> {
    if (this.running < this.atOnce) this.running += 1;
    else if (this.waiting.length < this.mostWaiting) await this.turn();
    else throw overflow();
    try {
      return await task();
    } finally {
      this.leave();
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Whoever waits takes over the place, so that nobody slips in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
