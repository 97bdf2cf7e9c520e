import { RECOMMENDED_RATE_LIMITS, validateOrigin, validateRateLimitTable } from './validate-settings.js';

describe('validateOrigin', () => {
  it.each(['https://www.example.com', 'http://localhost:3000'])('accepts %s', (origin) => {
    expect(validateOrigin(origin)).toBeUndefined();
  });

  it.each([
    ['https://www.example.com/', "Write 'https://www.example.com/' as https://www.example.com."],
    ['https://WWW.example.com/a', "Write 'https://WWW.example.com/a' as https://www.example.com."],
    ['https://www.example.com:443', "Write 'https://www.example.com:443' as https://www.example.com."],
    ['www.example.com', "'www.example.com' is not an origin: write it like https://www.example.com."],
    ['ftp://example.com', "'ftp://example.com' is not an origin: write it like https://www.example.com."],
  ])('refuses %s with the reason', (text, reason) => {
    expect(validateOrigin(text)).toBe(reason);
  });
});

describe('validateRateLimitTable', () => {
  it.each([
    [RECOMMENDED_RATE_LIMITS],
    [{ write: { quota: 1, windowSeconds: 86_400 }, token: { quota: 1_000_000, windowSeconds: 1 } }],
  ])('accepts %j', (table) => {
    expect(validateRateLimitTable(table)).toBeUndefined();
  });

  it.each([
    [null, 'Write a JSON object such as {"write":{"quota":300,"windowSeconds":60}}.'],
    ['recommended', 'Write a JSON object such as {"write":{"quota":300,"windowSeconds":60}}.'],
    [[], 'Write a JSON object such as {"write":{"quota":300,"windowSeconds":60}}.'],
    [{}, 'Name at least one policy: client, write, anonymous, token, manage.'],
    [
      { reads: { quota: 1, windowSeconds: 1 } },
      "'reads' is not a policy. Policies: client, write, anonymous, token, manage.",
    ],
    [{ write: 5 }, "quota of 'write' must be a whole number from 1 to 1000000."],
    [{ write: { quota: 0, windowSeconds: 1 } }, "quota of 'write' must be a whole number from 1 to 1000000."],
    [
      { write: { quota: 1.5, windowSeconds: 1 } },
      "quota of 'write' must be a whole number from 1 to 1000000.",
    ],
    [{ token: { quota: 1 } }, "windowSeconds of 'token' must be a whole number from 1 to 86400."],
    [
      { token: { quota: 1, windowSeconds: 86_401 } },
      "windowSeconds of 'token' must be a whole number from 1 to 86400.",
    ],
    [
      { client: { quota: 1, windowSeconds: 1 }, manage: { quota: 1, windowSeconds: 1, burst: 2 } },
      "'manage' has the unknown member 'burst': use quota and windowSeconds.",
    ],
  ])('refuses %j with the reason', (table, reason) => {
    expect(validateRateLimitTable(table)).toBe(reason);
  });
});
