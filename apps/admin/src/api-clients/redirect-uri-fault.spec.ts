import { redirectUriFault } from './redirect-uri-fault.js';

describe('redirectUriFault', () => {
  it.each(['https://app.example.com/callback?x=1', 'http://localhost:3000/cb', 'http://[::1]:8080/cb'])(
    'takes %s',
    (uri) => {
      expect(redirectUriFault(uri, true)).toBeUndefined();
    },
  );

  it('takes a scheme of its own for clients without a secret only', () => {
    expect(redirectUriFault('com.example.app:/oauth', false)).toBeUndefined();
    expect(redirectUriFault('com.example.app:/oauth', true)).toMatch(/^Use https/);
  });

  it.each([
    ['/callback', /whole address/],
    ['https:app.example.com', /whole address/],
    ['https://app.example.com/#top', /fragment/],
    ['https://me@app.example.com/', /user name/],
    ['http://app.example.com/', /Use https/],
    ['javascript:alert(1)', /Use https/],
  ])('says what is wrong with %s', (uri, fault) => {
    expect(redirectUriFault(uri, false)).toMatch(fault);
  });
});
