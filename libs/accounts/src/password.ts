import { toNameKey } from './user.js';

/**
 * Turns passwords into hashes that are slow to guess from. The application has the algorithm (argon2id, 19 MiB, 2 passes,
 * as OWASP's password storage cheat sheet says); a hash tells by itself how it was made.
 */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;

  /** Whether the hash was made of the password. A hash of another form is no error: it fits none. */
  abstract verify(hash: string, password: string): Promise<boolean>;
}

const SHORTEST = 12;
const LONGEST = 256;

/**
 * What is wrong with a new password, as a sentence that does not show it, or `undefined`.
 *
 * Length counts, kinds of characters do not (NIST SP 800-63B §5.1.1.2; it asks for at least 8, we for 12).
 */
export function passwordFault(password: string, name: string): string | undefined {
  const length = Array.from(password).length;
  if (length < SHORTEST || length > LONGEST)
    return `password must have ${SHORTEST} to ${LONGEST} characters, got ${length}.`;
  if (!password.isWellFormed()) return 'password must not contain broken characters.';
  if (toNameKey(password) === toNameKey(name)) return 'password must not be the name of the user.';
  return undefined;
}

/** The same password, however a keyboard composes its characters (RFC 8265 §4.2, OpaqueString). */
export function normalisePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
