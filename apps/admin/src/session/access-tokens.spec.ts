import { AccessTokens, type SessionAnswer } from './access-tokens.js';

const USER = { id: '1', name: 'ada', displayName: null, role: 'administrator' };

function tokens(): { tokens: AccessTokens; at: (ms: number) => void } {
  let [given, now] = [0, 0];
  const ask = (): Promise<SessionAnswer> =>
    Promise.resolve({ access_token: `token ${++given}`, expires_in: 300, scope: 'member', user: USER });
  return {
    tokens: new AccessTokens(ask, () => now),
    at: (ms) => {
      now = ms;
    },
  };
}

describe('AccessTokens', () => {
  it('keeps a token until half a minute before its end', async () => {
    const { tokens: own, at } = tokens();
    await own.get();

    at(269_999);
    expect(await own.get()).toBe('token 1');
    at(270_000);
    expect(await own.get()).toBe('token 2');
  });

  it('asks once for all who want one at the same moment', async () => {
    const { tokens: own } = tokens();

    expect(await Promise.all([own.get(), own.get(), own.renew()])).toEqual(['token 1', 'token 1', 'token 1']);
  });

  it('gets a new one when the present one is refused', async () => {
    const { tokens: own } = tokens();
    await own.get();

    expect(await own.renew()).toBe('token 2');
    expect(await own.get()).toBe('token 2');
  });

  it('asks again after an attempt that failed', async () => {
    let attempts = 0;
    const own = new AccessTokens(
      () => Promise.reject(new Error(`attempt ${++attempts}`)),
      () => 0,
    );

    await expect(own.get()).rejects.toThrow('attempt 1');
    await expect(own.get()).rejects.toThrow('attempt 2');
  });
});
