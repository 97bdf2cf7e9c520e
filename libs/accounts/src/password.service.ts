import { PasswordHashingOverloaded } from './account.errors.js';
import { normalisePassword, type PasswordHasher, TYPED_PASSWORD_MAXIMUM } from './password.js';

/** A hash occupies a core and 19 MiB for 30 to 80 ms: two in parallel leave capacity for other requests. */
const CONCURRENCY_MAXIMUM = 2;
/** Bounds the wait to about a second. */
const QUEUE_MAXIMUM = 16;

/** Hashes and verifies passwords with limited concurrency. */
export class PasswordService {
  private readonly limiter = new ConcurrencyLimiter(CONCURRENCY_MAXIMUM, QUEUE_MAXIMUM);

  constructor(private readonly hasher: PasswordHasher) {}

  /** @throws PasswordHashingOverloaded */
  hash(password: string): Promise<string> {
    return this.runLimited(() => this.hasher.hash(normalisePassword(password)));
  }

  /**
   * Whether the password matches the hash. Without a hash (an unknown name) the answer is false after the computation of a
   * dummy hash, which takes as long, so that the duration does not disclose which names exist.
   *
   * @throws PasswordHashingOverloaded
   */
  verify(password: string, hash: string | undefined): Promise<boolean> {
    return this.runLimited(async () => {
      // No account has a password of that length, nor an empty one.
      const normalised = password.length > TYPED_PASSWORD_MAXIMUM ? '' : normalisePassword(password);
      if (hash !== undefined) return this.hasher.verify(hash, normalised);
      await this.hasher.hash(normalised);
      return false;
    });
  }

  private runLimited<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.limiter.run(task, () => new PasswordHashingOverloaded());
  }
}

/** Runs a bounded number of tasks at once and queues a bounded number; rejects the rest. */
class ConcurrencyLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxConcurrent: number,
    private readonly maxQueued: number,
  ) {}

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
