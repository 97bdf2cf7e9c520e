import { type Clock, sha256 } from '@content-service/kernel';
import type { ThrottleStore } from './account.store.js';
import { networkOf } from './network.js';

/** Why an attempt is not even looked at. */
export interface Refusal {
  readonly limit: keyof typeof LIMITS;
  readonly retryAfterSeconds: number;
  /** Whether it is the first one since the limit was reached. */
  readonly isFirst: boolean;
}

/** How many failures are borne, as in the reference implementation's core. */
const LIMITS = {
  address: { failures: 50, windowSeconds: 60 * 60 },
  account: { failures: 5, windowSeconds: 6 * 60 * 60 },
} as const;

/**
 * Bounds how often passwords can be guessed. An attempt counts as failed from its beginning until it turns out well: so
 * many at once are no way around the limits. Names that nobody has are counted like others.
 */
export class LoginThrottle {
  constructor(
    private readonly store: ThrottleStore,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt. The address comes first: one that is blocked cannot go on to block accounts. */
  async admit(nameKey: string, address: string): Promise<Refusal | undefined> {
    return (
      (await this.count('address', addressKey(address))) ?? (await this.count('account', accountKey(nameKey)))
    );
  }

  /** The attempt turned out well: what failed before under this name is forgiven, not what failed from this address. */
  async succeed(nameKey: string, address: string): Promise<void> {
    await this.forgive(nameKey);
    await this.store.decrement(addressKey(address));
  }

  /** The attempt was not judged, through no fault of whoever made it. */
  async withdraw(nameKey: string, address: string): Promise<void> {
    await this.store.decrement(accountKey(nameKey));
    await this.store.decrement(addressKey(address));
  }

  /** Forgets the failures under a name. */
  async forgive(nameKey: string): Promise<void> {
    await this.store.reset(accountKey(nameKey));
  }

  private async count(limit: keyof typeof LIMITS, key: string): Promise<Refusal | undefined> {
    const { failures, windowSeconds } = LIMITS[limit];
    const now = this.clock.now();
    const { count, endsAt } = await this.store.increment(key, windowSeconds, now);
    if (count <= failures) return undefined;
    return { limit, retryAfterSeconds: endsAt - now, isFirst: count === failures + 1 };
  }
}

/** Hashed, because people type passwords where names belong. */
function accountKey(nameKey: string): string {
  return sha256(`login account ${nameKey}`);
}

function addressKey(address: string): string {
  return sha256(`login address ${networkOf(address)}`);
}
