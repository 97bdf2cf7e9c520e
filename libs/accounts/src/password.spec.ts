import { PasswordHashingOverloaded } from './account.errors.js';
import { validatePassword, PasswordHasher, PasswordRules } from './password.js';
import { PasswordService } from './password.service.js';

class Rules extends PasswordRules {
  override readonly siteWords = ['cms', 'example', 'login'];
  override isCommon = (text: string): boolean => ['password', '123456789012'].includes(text.toLowerCase());
}

const COMMON =
  'password must not be a common or breached password, repeated or with digits and signs around it.';
const WORDS = 'password must not consist of the name of the user or of words of this site.';

describe('validatePassword', () => {
  it.each([
    'twelve chars',
    'alice has a cms at home',
    'password 1234567890123',
    'пароль из слов',
    '🦉🐴'.repeat(6),
    'xy'.repeat(128),
  ])('accepts %s', (password) => {
    expect(validatePassword(password, 'alice', new Rules())).toBeUndefined();
  });

  it.each([
    ['eleven char', 'password must have 12 to 256 characters, got 11.'],
    ['🦉'.repeat(11), 'password must have 12 to 256 characters, got 11.'],
    ['x'.repeat(257), 'password must have 12 to 256 characters, got 257.'],
    ['half a pair \ud83e', 'password must not contain broken characters.'],
    ['123456789012', COMMON],
    ['passwordPassword'.toLowerCase(), COMMON],
    ['Password2024!', COMMON],
    ['1!1!Password!1!1', COMMON],
    ['x'.repeat(12), COMMON],
    ['.'.repeat(256), COMMON],
    ['🦉'.repeat(12), COMMON],
    ['aAaAaaAaaaAA', COMMON],
    ['e\u0301\u00e9'.repeat(6), COMMON],
    ['2024xxxxxxxx!', COMMON],
    ['alice-cms-2024', WORDS],
    ['Liddell@Example', WORDS],
    ['login.login.loginx', WORDS],
    ['Alice Liddell', 'password must not be the name of the user.'],
  ])('refuses %j', (password, fault) => {
    expect(validatePassword(password, 'alice liddell', new Rules())).toBe(fault);
  });
});

/** Finishes no hash before it is told to. */
class SlowHasher extends PasswordHasher {
  readonly finish: (() => void)[] = [];

  override hash(password: string): Promise<string> {
    return new Promise((resolve) => {
      this.finish.push(() => {
        resolve(`hash of ${password}`);
      });
    });
  }

  override async verify(hash: string, password: string): Promise<boolean> {
    return hash === (await this.hash(password));
  }
}

/** Long enough for everything that can go on to go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('PasswordService', () => {
  let hasher: SlowHasher;
  let passwords: PasswordService;
  beforeEach(() => {
    hasher = new SlowHasher();
    passwords = new PasswordService(hasher);
  });

  it('runs two hashes in parallel, queues sixteen and rejects further ones', async () => {
    const first = Array.from({ length: 18 }, (_, n) => passwords.hash(`password ${n}`));
    await settled();

    expect(hasher.finish).toHaveLength(2);
    await expect(passwords.hash('one too many')).rejects.toMatchObject({ retryAfterSeconds: 1 });
    await expect(passwords.verify('one too many', 'x')).rejects.toThrow(PasswordHashingOverloaded);

    hasher.finish[0]?.();
    await settled();

    expect(hasher.finish).toHaveLength(3);
    for (let n = 1; n < 18; n += 1) {
      hasher.finish[n]?.();
      await settled();
    }
    await expect(Promise.all(first)).resolves.toHaveLength(18);
  });

  it('computes a hash also for an unknown name', async () => {
    const verified = passwords.verify('some password', undefined);
    await settled();

    expect(hasher.finish).toHaveLength(1);
    hasher.finish[0]?.();
    await expect(verified).resolves.toBe(false);
  });

  it('accepts composed and decomposed characters as the same password', async () => {
    const verified = passwords.verify('ame\u0301lie\u00a0poulain', 'hash of amélie poulain');
    hasher.finish[0]?.();

    await expect(verified).resolves.toBe(true);
  });
});
