import { validateRedirectUri } from './validate-redirect-uri.js';

describe('validateRedirectUri', () => {
  it.each(['https://app.example.com/callback?x=1', 'http://localhost:3000/cb', 'http://[::1]:8080/cb'])(
    'accepts %s',
    (uri) => {
      expect(validateRedirectUri(uri, true)).toBeUndefined();
    },
  );

  it('accepts a private-use scheme for clients without a secret only', () => {
    expect(validateRedirectUri('com.example.app:/oauth', false)).toBeUndefined();
    expect(validateRedirectUri('com.example.app:/oauth', true)).toMatch(/^Use https/);
  });

  it.each([
    ['/callback', /whole address/],
    ['https:app.example.com', /whole address/],
    ['https://app.example.com/#top', /fragment/],
    ['https://me@app.example.com/', /user name/],
    ['http://app.example.com/', /Use https/],
    ['javascript:alert(1)', /Use https/],
  ])('refuses %s with the reason', (uri, reason) => {
    expect(validateRedirectUri(uri, false)).toMatch(reason);
  });
});
