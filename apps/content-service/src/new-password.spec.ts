import { newPassword } from './new-password.js';

describe('newPassword', () => {
  it('is twenty characters that can be told apart, in four groups', () => {
    expect(newPassword()).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/);
  });

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 100 }, newPassword)).size).toBe(100);
  });
});
