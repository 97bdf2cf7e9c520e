import { validateRedirectUri } from './redirect-uri.js';

describe('validateRedirectUri', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com/callback?tenant=1&x=%20',
    'https://app.example.com:8443/callback',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
  ])('accepts %s for every client', (uri) => {
    expect(validateRedirectUri(uri, true)).toBeUndefined();
    expect(validateRedirectUri(uri, false)).toBeUndefined();
  });

  it.each(['com.example.app:/oauth', 'com.example.app://oauth/callback'])(
    'accepts %s for public clients only',
    (uri) => {
      expect(validateRedirectUri(uri, false)).toBeUndefined();
      expect(validateRedirectUri(uri, true)).toMatch(/^must use https; only public clients/);
    },
  );

  it.each([
    ['', 'must be an absolute URI'],
    ['/callback', 'must be an absolute URI'],
    ['app.example.com/callback', 'must be an absolute URI'],
    ['https:app.example.com', 'must be an absolute URI'],
    ['https:///callback', 'must be an absolute URI'],
    ['https://app.example.com/a b', 'must be an absolute URI'],
    ['https://app.example.com\\callback', 'must be an absolute URI'],
    ['https://app.example.com/\n', 'must be an absolute URI'],
    ['https://app.example.com/*#top', 'must not have a fragment'],
    ['https://app.example.com/#', 'must not have a fragment'],
    ['https://user:pw@app.example.com/', 'must not contain a user name or password'],
    ['http://app.example.com/callback', 'must use https; http is for localhost, 127.0.0.1 and [::1] only'],
    ['http://localhost.example.com/', 'must use https; http is for localhost, 127.0.0.1 and [::1] only'],
    ['javascript:alert(1)', 'must use https, or a scheme that is a reversed domain name (com.example.app:)'],
    ['data:text/html,x', 'must use https, or a scheme that is a reversed domain name (com.example.app:)'],
    [`https://a.example/${'x'.repeat(2000)}`, 'must not be longer than 2000 characters'],
  ])('refuses %j', (uri, fault) => {
    expect(validateRedirectUri(uri, false)).toBe(fault);
  });
});
