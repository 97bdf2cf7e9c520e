import { type ErrorDetails, type MemberRule, STORABLE_TEXT_RULE } from '@content-service/kernel';
import { toNameKey } from './user.js';

/**
 * Turns passwords into hashes that are slow to guess from. The application has the algorithm (argon2id, 19 MiB, 2 passes,
 * as OWASP's password storage cheat sheet says); a hash contains its algorithm and parameters.
 */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;

  /** Whether the hash was made of the password. A hash of another form is no error: it fits none. */
  abstract verify(hash: string, password: string): Promise<boolean>;
}

/** What passwords are compared with, besides their own shape. */
export abstract class PasswordRules {
  /** Words that guesses at this site begin with, lower case: the parts of its host, the name of the service. */
  abstract readonly siteWords: readonly string[];

  /** Whether the text is in a list of passwords that are often used or were breached; compares without case. */
  abstract isCommon(text: string): boolean;
}

/** Counted in characters (code points). */
export const PASSWORD_RULE = {
  type: 'string',
  format: 'password',
  minLength: 12,
  maxLength: 256,
  description:
    'Common and breached passwords, and passwords that consist of the names of the user or the site, are rejected.',
} as const satisfies MemberRule;

const { minLength: LENGTH_MINIMUM, maxLength: LENGTH_MAXIMUM } = PASSWORD_RULE;

/** The most UTF-16 units of a password that is typed in: the longest one with every character decomposed. */
export const TYPED_PASSWORD_MAXIMUM = 4 * LENGTH_MAXIMUM;

/** So few letters beside words that are easy to guess add nothing. */
const FEWEST_OTHER_LETTERS = 4;
/** Digits and signs around a common password, of which that many add little. */
const MOST_AROUND = 8;

/**
 * What is wrong with a new password, as a sentence that does not show it, or `undefined`.
 *
 * Length counts, kinds of characters do not (NIST SP 800-63B §5.1.1.2; it asks for at least 8, we for 12). Common and
 * breached passwords, and those made of the user's and the site's names, are refused (OWASP ASVS 5, 6.2.4 and 6.2.11).
 */
export function validatePassword(password: string, name: string, rules: PasswordRules): string | undefined {
  return findPasswordFault(password, name, rules)?.message;
}

/** A rule of passwords that is broken. */
interface PasswordFault {
  /** A sentence that does not show the password. */
  readonly message: string;
  /** As members of JSON Schema. */
  readonly rule: NonNullable<ErrorDetails['meta']>;
}

/** As `validatePassword`, with the rule for programs. */
export function findPasswordFault(
  password: string,
  name: string,
  rules: PasswordRules,
): PasswordFault | undefined {
  // A character has at most two units: what is longer need not be counted.
  const length = password.length > 2 * LENGTH_MAXIMUM ? password.length : Array.from(password).length;
  if (length < LENGTH_MINIMUM || length > LENGTH_MAXIMUM)
    return {
      message: `password must have ${LENGTH_MINIMUM} to ${LENGTH_MAXIMUM} characters, got ${length}.`,
      rule: { minLength: LENGTH_MINIMUM, maxLength: LENGTH_MAXIMUM },
    };
  if (!password.isWellFormed())
    return { message: 'password must not contain broken characters.', rule: STORABLE_TEXT_RULE };
  // A name that is longer than a password is too long for a user, too, and is refused for that.
  const nameKey = name.length <= LENGTH_MAXIMUM ? toNameKey(name) : '';
  if (toNameKey(password) === nameKey)
    return {
      message: 'password must not be the name of the user.',
      rule: { format: 'password-without-names' },
    };
  if (isCommon(password, rules))
    return {
      message:
        'password must not be a common or breached password, repeated or with digits and signs around it.',
      rule: { format: 'uncommon-password' },
    };
  if (isMadeOf([...getWords(nameKey), ...rules.siteWords], password))
    return {
      message: 'password must not consist of the name of the user or of words of this site.',
      rule: { format: 'password-without-names' },
    };
  return undefined;
}

function isCommon(password: string, rules: PasswordRules): boolean {
  const repeated = findRepeatedUnit(password);
  const core = trimNonLetters(repeated);
  const isAround = core.length >= FEWEST_OTHER_LETTERS && repeated.length - core.length <= MOST_AROUND;
  const candidates = [password, repeated, ...(isAround ? [core] : [])];
  return candidates.some((text) => isOneCharacter(text) || rules.isCommon(text));
}

/** Whether a text repeats one character, such as `aAaaAA` or `🐴🐴`. No list has them in every length and script. */
function isOneCharacter(text: string): boolean {
  return new Set(text.normalize('NFC').toLowerCase()).size === 1;
}

/** The shortest text that the password repeats, such as `abc` of `abcabc`; the password itself without a repetition. */
function findRepeatedUnit(password: string): string {
  const { length } = password;
  for (let size = 1; size <= length / 2; size += 1) {
    const unit = password.slice(0, size);
    if (length % size === 0 && unit.repeat(length / size) === password) return unit;
  }
  return password;
}

/** The text from its first letter to its last. */
function trimNonLetters(text: string): string {
  const letters = [...text.matchAll(/\p{L}/gu)];
  const [first, last] = [letters.at(0), letters.at(-1)];
  return first === undefined || last === undefined
    ? ''
    : text.slice(first.index, last.index + last[0].length);
}

/** The name key and its parts, without those that are too short to be told from others. */
function getWords(nameKey: string): readonly string[] {
  return [nameKey, ...nameKey.split(/[^\p{L}\p{M}\p{N}]+/u)].filter((word) => word.length >= 3);
}

/** Whether a password has one of the words in it and hardly a letter beside them. */
function isMadeOf(words: readonly string[], password: string): boolean {
  const key = toNameKey(password);
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), key);
  return rest !== key && (rest.match(/\p{L}/gu) ?? []).length < FEWEST_OTHER_LETTERS;
}

/**
 * The same password, however a keyboard composes its characters (RFC 8265 §4.2, OpaqueString).
 *
 * @param password of at most `TYPED_PASSWORD_MAXIMUM` units, since normalising takes time quadratic to the number of
 *   combining marks
 */
export function normalisePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
