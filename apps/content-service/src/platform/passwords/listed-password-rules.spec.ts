import { validatePassword } from '@content-service/accounts';
import { ListedPasswordRules } from './listed-password-rules.js';

describe('ListedPasswordRules', () => {
  const rules = new ListedPasswordRules('https://cms.my-example.com/path');

  it.each(['123456789012', '1qaz2wsx3edc', 'Qwertyuiop12', 'passwordpassword', 'letmein!!!!2024'])(
    'refuses %s as common',
    (password) => {
      expect(validatePassword(password, 'alice', rules)).toMatch(
        /^password must not be a common or breached/,
      );
    },
  );

  it.each(['cms.example2024', 'admin-alice-1234', 'ContentService1!'])(
    'refuses %s for its words',
    (password) => {
      expect(validatePassword(password, 'alice', rules)).toMatch(/^password must not consist of the name/);
    },
  );

  it.each(['correct horse battery staple', 'k7dmw-9xqra-3hgtz-pv2cs', 'пароль из слов'])(
    'accepts %s',
    (password) => {
      expect(validatePassword(password, 'alice', rules)).toBeUndefined();
    },
  );

  it('takes words from the host name, but not from an IP address', () => {
    const { siteWords } = new ListedPasswordRules('http://127.0.0.1:3000');

    expect(rules.siteWords).toEqual([...siteWords, 'cms', 'example', 'com']);
  });
});
