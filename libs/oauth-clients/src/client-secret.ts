import { equalsInConstantTime, generateSecret, sha256 } from '@content-service/kernel';
import type { StoredSecret } from './client.js';

const FORMAT = 'v1$sha256$';

/** A secret in clear, to be shown once, and what is stored of it. */
export interface IssuedSecret {
  readonly secret: string;
  readonly stored: StoredSecret;
}

/** @param secret a strong one chosen beforehand, instead of a random one */
export function issueSecret(now: number, secret = generateSecret()): IssuedSecret {
  return { secret, stored: { hash: hashSecret(secret), createdAt: now } };
}

/** Whether a secret chosen beforehand has at least the form of a random one: a weaker one could be found from its hash. */
export function isStrongSecret(secret: string): boolean {
  return /^[A-Za-z0-9_-]{43,128}$/.test(secret);
}

/** Whether the secret is one of the stored ones and still valid. Takes the same time whichever it is. */
export function matchesSecret(secrets: readonly StoredSecret[], secret: string, now: number): boolean {
  const hash = hashSecret(secret);
  return secrets
    .filter(({ expiresAt }) => expiresAt === undefined || now < expiresAt)
    .map((stored) => equalsInConstantTime(stored.hash, hash))
    .includes(true);
}

/**
 * The secrets after a new one was made: the new one, and the one it replaces, valid for `graceSeconds` more. An older one that
 * was itself in its grace is dropped: there are never more than two.
 */
export function rotateSecrets(
  secrets: readonly StoredSecret[],
  successor: StoredSecret,
  graceSeconds: number,
): readonly StoredSecret[] {
  const present = secrets.find(({ expiresAt }) => expiresAt === undefined);
  if (present === undefined || graceSeconds === 0) return [successor];
  return [successor, { ...present, expiresAt: successor.createdAt + graceSeconds }];
}

function hashSecret(secret: string): string {
  return FORMAT + sha256(secret);
}
