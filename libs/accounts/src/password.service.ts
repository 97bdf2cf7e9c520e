import { ConcurrencyLimiter } from '@content-service/kernel';
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
