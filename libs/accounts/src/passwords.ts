import { PasswordsBusy } from './account.errors.js';
import { NarrowGate } from './narrow-gate.js';
import { normalisePassword, type PasswordHasher } from './password.js';

/** A hash occupies a core and 19 MiB for 30 to 80 ms: two at once leave the service able to answer everybody else. */
const AT_ONCE = 2;
/** Nobody waits for more than a second. */
const MOST_WAITING = 16;

/** Hashing and checking of passwords, of which only a few happen at once. */
export class Passwords {
  private readonly gate = new NarrowGate(AT_ONCE, MOST_WAITING);

  constructor(private readonly hasher: PasswordHasher) {}

  /** @throws PasswordsBusy */
  hash(password: string): Promise<string> {
    return this.guarded(() => this.hasher.hash(normalisePassword(password)));
  }

  /**
   * Whether the password fits the hash. Without a hash (nobody has the name) it fits none, and a dummy hash is made of
   * it, which takes as long as checking one: the duration does not tell which names exist.
   *
   * @throws PasswordsBusy
   */
  verify(password: string, hash: string | undefined): Promise<boolean> {
    return this.guarded(async () => {
      const normalised = normalisePassword(password);
      if (hash !== undefined) return this.hasher.verify(hash, normalised);
      await this.hasher.hash(normalised);
      return false;
    });
  }

  private guarded<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.gate.through(task, () => new PasswordsBusy());
  }
}
