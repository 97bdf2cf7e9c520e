import { classifyResponse } from './attempt-outcome.js';

const NOW = 1_700_000_000;
const FAILED = { kind: 'failed', failures: 1 };

describe('classifyResponse', () => {
  it.each([
    ['200', 200, { kind: 'delivered' }],
    ['204', 204, { kind: 'delivered' }],
    ['299', 299, { kind: 'delivered' }],
    ['301, which is never followed', 301, FAILED],
    ['304', 304, FAILED],
    ['400', 400, FAILED],
    ['401', 401, FAILED],
    ['410', 410, { kind: 'gone' }],
    ['429', 429, FAILED],
    ['500', 500, FAILED],
    ['502, of a gateway', 502, { kind: 'failed', failures: 2 }],
    ['503', 503, FAILED],
    ['504, of a gateway', 504, { kind: 'failed', failures: 2 }],
    ['101', 101, FAILED],
  ])('%s', (_, status, expected) => {
    expect(classifyResponse({ status, excerpt: '' }, NOW)).toEqual(expected);
  });

  it('is a failure when there was no answer', () => {
    expect(classifyResponse({ error: 'timeout', detail: 'No answer within 15 s.' }, NOW)).toEqual(FAILED);
  });

  it.each([
    ['seconds', '120', 120],
    ['a date', new Date((NOW + 90) * 1000).toUTCString(), 90],
    ['more than a day', '100000', 86_400],
    ['a date that has passed', new Date((NOW - 90) * 1000).toUTCString(), undefined],
    ['0', '0', undefined],
    ['no date', 'soon', undefined],
  ])('heeds Retry-After of 429 and 503: %s', (_, retryAfter, expected) => {
    for (const status of [429, 503])
      expect(classifyResponse({ status, retryAfter, excerpt: '' }, NOW)).toEqual({
        ...FAILED,
        ...(expected === undefined ? {} : { retryAfterSeconds: expected }),
      });
  });

  it('does not heed Retry-After of other statuses', () => {
    expect(classifyResponse({ status: 500, retryAfter: '120', excerpt: '' }, NOW)).toEqual(FAILED);
  });
});
