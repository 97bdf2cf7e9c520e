import { createHmac, randomBytes } from 'node:crypto';
import { type Clock, deriveKey, equalsInConstantTime } from '@content-service/kernel';
import type { Account } from './user.js';

/** The secrets for device tokens and password links. */
export abstract class AccountSecrets {
  /** The secret of the deployment; tokens are made with a key derived from it. */
  abstract readonly keySecret: string;
  /** The secret before a rotation: tokens made with it are still accepted. */
  abstract readonly previousKeySecret: string | undefined;
}

/** How long a device stays known without a login: 180 days. Each login makes a new token. */
export const DEVICE_TOKEN_LIFETIME_SECONDS = 180 * 24 * 60 * 60;

/** The purpose of the keys, for `deriveKey`. */
const PURPOSE = 'content-service known devices';

const TOKEN = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

/**
 * Tokens that a browser keeps as proof of an earlier login to an account. They do not authenticate; a browser with a token is
 * delayed by its own failures only (OWASP, «Device Cookies»).
 *
 * A token is `nonce.time.mac`, the MAC over nonce, time, id of the account and hash of its password: nothing is stored,
 * a token is valid for one account, and a new password invalidates all earlier tokens.
 */
export class KnownDevices {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(
    { keySecret, previousKeySecret }: AccountSecrets,
    private readonly clock: Clock,
  ) {
    const former = previousKeySecret === undefined ? [] : [deriveKey(previousKeySecret, PURPOSE)];
    this.keys = [deriveKey(keySecret, PURPOSE), ...former];
  }

  /** A new token for the account (`[A-Za-z0-9_.-]` only), and the current tokens of other accounts. */
  renew(present: readonly string[], account: Account): readonly string[] {
    const head = `${randomBytes(16).toString('base64url')}.${this.clock.now()}`;
    const token = `${head}.${computeMac(head, account, this.keys[0])}`;
    const others = present.filter((other) => TOKEN.test(other) && !this.isTokenOf(other, account));
    return [token, ...others].slice(0, TOKENS_MAXIMUM);
  }

  /**
   * The key under which the failures of a known device are counted.
   *
   * @param tokens as browsers send them; anything may be among them
   * @param account `undefined` when no account has the name: the same work is done then
   * @returns `undefined` when no token was made for the account, with its present password, in the last 180 days
   */
  find(tokens: readonly string[], account: Account | undefined): string | undefined {
    return tokens.slice(0, TOKENS_MAXIMUM).find((token) => this.isTokenOf(token, account));
  }

  private isTokenOf(token: string, account: Account | undefined): boolean {
    const [, nonce, issuedAt, mac] = TOKEN.exec(token) ?? [];
    if (nonce === undefined || issuedAt === undefined || mac === undefined) return false;
    const head = `${nonce}.${issuedAt}`;
    const matches = this.keys.map((key) => equalsInConstantTime(computeMac(head, account, key), mac));
    const isRecent = this.clock.now() < Number(issuedAt) + DEVICE_TOKEN_LIFETIME_SECONDS;
    return matches.includes(true) && isRecent && account !== undefined;
  }
}

/** A browser can be shared by this many accounts. */
const TOKENS_MAXIMUM = 4;

function computeMac(
  head: string,
  account: Pick<Account, 'id' | 'passwordHash'> | undefined,
  key: Buffer,
): string {
  const text = JSON.stringify([head, account?.id ?? '', account?.passwordHash ?? '']);
  return createHmac('sha256', key).update(text).digest('base64url');
}
