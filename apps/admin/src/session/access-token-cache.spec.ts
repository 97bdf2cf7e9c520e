import { AccessTokenCache, type SessionResponse } from './access-token-cache.js';

const USER = { id: '1', name: 'ada', displayName: null, role: 'administrator' };

function createCache(): { cache: AccessTokenCache; setTime: (ms: number) => void } {
  let [issued, now] = [0, 0];
  const requestToken = (): Promise<SessionResponse> =>
    Promise.resolve({ access_token: `token ${++issued}`, expires_in: 300, scope: 'member', user: USER });
  return {
    cache: new AccessTokenCache(requestToken, () => now),
    setTime: (ms) => {
      now = ms;
    },
  };
}

describe('AccessTokenCache', () => {
  it('renews a token 30 seconds before its end', async () => {
    const { cache, setTime } = createCache();
    await cache.get();

    setTime(269_999);
    expect(await cache.get()).toBe('token 1');
    setTime(270_000);
    expect(await cache.get()).toBe('token 2');
  });

  it('sends one request for concurrent calls', async () => {
    const { cache } = createCache();

    expect(await Promise.all([cache.get(), cache.get(), cache.renew()])).toEqual([
      'token 1',
      'token 1',
      'token 1',
    ]);
  });

  it('renew replaces a token that is still valid', async () => {
    const { cache } = createCache();
    await cache.get();

    expect(await cache.renew()).toBe('token 2');
    expect(await cache.get()).toBe('token 2');
  });

  it('sends another request after one that failed', async () => {
    let attempts = 0;
    const cache = new AccessTokenCache(
      () => Promise.reject(new Error(`attempt ${++attempts}`)),
      () => 0,
    );

    await expect(cache.get()).rejects.toThrow('attempt 1');
    await expect(cache.get()).rejects.toThrow('attempt 2');
  });
});
