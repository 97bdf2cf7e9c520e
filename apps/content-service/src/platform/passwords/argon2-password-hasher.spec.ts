import { Argon2PasswordHasher } from './argon2-password-hasher.js';

const hasher = new Argon2PasswordHasher();

describe('Argon2PasswordHasher', () => {
  it('creates argon2id hashes with 19 MiB, two passes, one lane and a new salt', async () => {
    const [first, second] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);

    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
  });

  it('verifies the hashed password and no other', async () => {
    const made = await hasher.hash('pässword ✓');

    expect(await hasher.verify(made, 'pässword ✓')).toBe(true);
    expect(await hasher.verify(made, 'pässword')).toBe(false);
  });

  it.each([
    '',
    'x',
    '$2b$10$N9qo8uLOickgx2ZMRZoMye',
    '$argon2id$v=19$m=19456',
    '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$',
  ])('verifies no password with the hash %j', async (other) => {
    expect(await hasher.verify(other, 'password')).toBe(false);
  });
});
