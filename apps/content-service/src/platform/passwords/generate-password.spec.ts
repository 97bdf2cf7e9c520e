import { generatePassword } from './generate-password.js';

describe('generatePassword', () => {
  it('returns twenty unambiguous characters in four groups', () => {
    expect(generatePassword()).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/);
  });

  it('returns a different password each time', () => {
    expect(new Set(Array.from({ length: 100 }, generatePassword)).size).toBe(100);
  });
});
