import { PasswordsBusy } from './account.errors.js';
import { passwordFault, PasswordHasher } from './password.js';
import { Passwords } from './passwords.js';

describe('passwordFault', () => {
  it.each(['twelve chars', 'пароль из слов', '🦉'.repeat(12), 'x'.repeat(256)])('takes %s', (password) => {
    expect(passwordFault(password, 'alice')).toBeUndefined();
  });

  it.each([
    ['eleven char', 'password must have 12 to 256 characters, got 11.'],
    ['🦉'.repeat(11), 'password must have 12 to 256 characters, got 11.'],
    ['x'.repeat(257), 'password must have 12 to 256 characters, got 257.'],
    ['half a pair \ud83e', 'password must not contain broken characters.'],
    ['Alice Liddell', 'password must not be the name of the user.'],
  ])('refuses %j', (password, fault) => {
    expect(passwordFault(password, 'alice liddell')).toBe(fault);
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

describe('Passwords', () => {
  let hasher: SlowHasher;
  let passwords: Passwords;
  beforeEach(() => {
    hasher = new SlowHasher();
    passwords = new Passwords(hasher);
  });

  it('hashes two at once, has sixteen wait and turns the next away', async () => {
    const first = Array.from({ length: 18 }, (_, n) => passwords.hash(`password ${n}`));
    await settled();

    expect(hasher.finish).toHaveLength(2);
    await expect(passwords.hash('one too many')).rejects.toMatchObject({ retryAfterSeconds: 1 });
    await expect(passwords.verify('one too many', 'x')).rejects.toThrow(PasswordsBusy);

    hasher.finish[0]?.();
    await settled();

    expect(hasher.finish).toHaveLength(3);
    for (let n = 1; n < 18; n += 1) {
      hasher.finish[n]?.();
      await settled();
    }
    await expect(Promise.all(first)).resolves.toHaveLength(18);
  });

  it('hashes something also when nobody has the name', async () => {
    const verified = passwords.verify('some password', undefined);
    await settled();

    expect(hasher.finish).toHaveLength(1);
    hasher.finish[0]?.();
    await expect(verified).resolves.toBe(false);
  });

  it('takes a password however its characters are composed', async () => {
    const verified = passwords.verify('ame\u0301lie\u00a0poulain', 'hash of amélie poulain');
    hasher.finish[0]?.();

    await expect(verified).resolves.toBe(true);
  });
});
