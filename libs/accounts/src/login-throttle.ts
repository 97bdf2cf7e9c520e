import type { AuditLines } from '@content-service/audit';
import { type Clock, sha256, type Uuid } from '@content-service/kernel';
import type { ThrottleStore } from './account.store.js';
import { type CountedAttempt, type DelayRule, GrowingDelays } from './growing-delay.js';
import ipaddr from 'ipaddr.js';

/** One attempt to authenticate with a password. */
export interface LoginAttempt {
  /** Key of the name that was given, whether or not an account has it. */
  readonly nameKey: string;
  /** The IP address. */
  readonly address: string;
  /** The key of a known device of the account, which has its own counter. */
  readonly device?: string;
  /** The user who is signed in and authenticates again, for whose sessions there is one counter. */
  readonly signedInUser?: Uuid;
}

/** An admitted attempt; it counts as failed until `recordSuccess` or `refund`. */
export interface AdmittedAttempt {
  readonly counted: readonly (CountedAttempt & { readonly limit: LimitName })[];
}

/** The reason why an attempt is refused without checking the password. */
export interface ThrottleRefusal {
  readonly limit: LimitName;
  readonly retryAfterSeconds: number;
  /** Whether this is the first attempt that the delay refuses. */
  readonly isFirst: boolean;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * The counters of failures, with the delays that follow.
 *
 * At most 35 passwords a day can be tried for one account from one network, and 80 from all networks together (NIST SP
 * 800-63B §5.2.2 bounds them to 100), as long as the attempts come from browsers that never signed in to it.
 */
const LIMITS = {
  /** A network (IPv4 address, IPv6 /64), whatever the names. */
  network: { free: 50, firstSeconds: 10, longestSeconds: HOUR / 4, windowSeconds: HOUR },
  /** One name from one network: attempts from elsewhere do not slow this one down. */
  name_and_network: { free: 5, firstSeconds: 60, longestSeconds: HOUR, windowSeconds: DAY },
  /** One name from unknown devices everywhere, against guessing that is spread over many networks. */
  name: { free: 50, firstSeconds: 60, longestSeconds: HOUR, windowSeconds: DAY },
  /** A device on which the account was signed in to before, whatever its network and whatever others do. */
  device: { free: 5, firstSeconds: 60, longestSeconds: HOUR, windowSeconds: DAY },
  /** All sessions of a user together; no reset of the name affects it. */
  sessions: { free: 5, firstSeconds: 60, longestSeconds: HOUR, windowSeconds: DAY },
} as const satisfies Readonly<Record<string, DelayRule>>;

type LimitName = keyof typeof LIMITS;

/** The limits that a success resets. */
const OWN_LIMITS: ReadonlySet<LimitName> = new Set(['device', 'name_and_network', 'sessions']);

/**
 * Bounds how often passwords can be guessed, without letting an attacker lock an account for its owner: failures count
 * by network, by name and network, and by name; a device that the owner signed in with before is under none of these,
 * only under its own limit (OWASP, «Slow Down Online Guessing Attacks with Device Cookies»). Names without an account
 * are counted like others.
 */
export class LoginThrottle {
  private readonly delays: GrowingDelays;

  constructor(
    private readonly store: ThrottleStore,
    private readonly clock: Clock,
  ) {
    this.delays = new GrowingDelays(store, clock);
  }

  /** Counts an attempt. The network is counted first: a delayed network does not count against names. */
  async consume(attempt: LoginAttempt): Promise<AdmittedAttempt | ThrottleRefusal> {
    const resetAt = await this.findResetTime(attempt.nameKey);
    const counted: AdmittedAttempt['counted'][number][] = [];
    for (const [limit, key] of buildKeys(attempt, resetAt)) {
      const count = await this.delays.consume(key, LIMITS[limit]);
      if ('retryAfterSeconds' in count) {
        for (const attempt of counted) await this.delays.refund(attempt);
        return { limit, ...count };
      }
      counted.push({ limit, ...count });
    }
    return { counted };
  }

  /** Records a success, which resets the failures of its device, of its sessions, or of its name in its network. */
  async recordSuccess({ counted }: AdmittedAttempt): Promise<void> {
    for (const attempt of counted) {
      await (OWN_LIMITS.has(attempt.limit) ? this.delays.reset(attempt.key) : this.delays.refund(attempt));
    }
  }

  /** Undoes `consume` for an attempt whose password was not checked. */
  async refund({ counted }: AdmittedAttempt): Promise<void> {
    for (const attempt of counted) await this.delays.refund(attempt);
  }

  /**
   * Resets the failed logins of a name in every network and on every device. Failures to authenticate again in a session stay,
   * so that administrators cannot lift the limit of guesses in a session.
   *
   * @param auditLines are stored with it
   */
  async reset(nameKey: string, auditLines?: AuditLines): Promise<void> {
    await this.store.restart(formatResetKey(nameKey), DAY, this.clock.now(), auditLines);
  }

  /**
   * The time of the last reset of a name, which is part of its keys from then on; 0 when it is longer ago than any window.
   */
  private async findResetTime(nameKey: string): Promise<number> {
    const { endsAt } = (await this.store.find(formatResetKey(nameKey), this.clock.now())) ?? { endsAt: 0 };
    return endsAt;
  }
}

/** Hashed, because passwords are sometimes typed where names belong. */
function buildKeys(
  { nameKey, address, device, signedInUser }: LoginAttempt,
  resetAt: number,
): readonly (readonly [LimitName, string])[] {
  if (signedInUser !== undefined) return [['sessions', sha256(`login sessions ${signedInUser}`)]];
  if (device !== undefined) return [['device', sha256(`login device ${resetAt} ${device}`)]];
  const network = toRateLimitPrefix(address);
  return [
    ['network', sha256(`login network ${network}`)],
    ['name_and_network', sha256(`login name and network ${resetAt} ${network} ${nameKey}`)],
    ['name', sha256(`login name ${resetAt} ${nameKey}`)],
  ];
}

function formatResetKey(nameKey: string): string {
  return sha256(`login forgiven ${nameKey}`);
}

/**
 * The key that attempts from an address are counted under: an IPv4 address itself, also when mapped to IPv6, and the /64 of an
 * IPv6 address, the least that one household or machine has (RFC 6177 §2). Other text is its own key.
 */
export function toRateLimitPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address.toLowerCase();
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
