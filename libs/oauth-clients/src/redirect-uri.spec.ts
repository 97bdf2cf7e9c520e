import { isRedirectUriOf, validateRedirectUri } from './redirect-uri.js';

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

describe('isRedirectUriOf', () => {
  const matches = (
    registered: string,
    requested: string,
    confidential = false,
    localhostAnyPort = false,
  ): boolean =>
    isRedirectUriOf(
      { redirectUris: ['https://a.example/', registered], confidential },
      requested,
      localhostAnyPort,
    );

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:65535/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1/cb'],
    ['http://[::1]/cb?x=1', 'http://[::1]:1/cb?x=1'],
    ['http://127.0.0.1', 'http://127.0.0.1:6000'],
    ['http://127.0.0.1?x', 'http://127.0.0.1:6000?x'],
  ])('of a public client, %s matches %s', (registered, requested) => {
    expect(matches(registered, requested)).toBe(true);
    expect(matches(registered, requested, true)).toBe(false);
  });

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000/other'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000/cb/'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000/cb?x=1'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000/cb#x'],
    ['http://127.0.0.1/cb', 'http://[::1]:6000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.2:6000/cb'],
    ['http://127.0.0.1/cb', 'http://127.1:6000/cb'],
    ['http://127.0.0.1/cb', 'http://localhost:6000/cb'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:6000/cb'],
    ['http://127.0.0.1/cb', 'HTTP://127.0.0.1:6000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000@evil.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:@evil.example/cb'],
    ['http://127.0.0.1/cb', 'http://u@127.0.0.1:6000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.example:6000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000\\@evil.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:0/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:080/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:6000\n/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:6000\n'],
    ['https://app.example/cb', 'https://app.example:8443/cb'],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:8443/cb'],
    ['com.example.app:/cb', 'com.example.app:80/cb'],
  ])('%s does not match %j', (registered, requested) => {
    expect(matches(registered, requested, false, true)).toBe(false);
  });

  it('http://localhost matches with another port only when the site says so', () => {
    const [registered, requested] = ['http://localhost:3000/cb', 'http://localhost:6000/cb'];

    expect(matches(registered, registered)).toBe(true);
    expect([matches(registered, requested), matches(registered, requested, false, true)]).toEqual([
      false,
      true,
    ]);
    expect(matches(registered, requested, true, true)).toBe(false);
  });
});
