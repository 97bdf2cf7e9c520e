import { formatJobError, formatProgress, getPercentage } from './job-words.js';

describe('formatProgress', () => {
  it.each([
    [{ state: 'queued', phase: 'queued', done: 0, total: null }, ''],
    [{ state: 'running', phase: 'index', done: 0, total: null }, 'index …'],
    [{ state: 'running', phase: 'backfill', done: 1200, total: 5000 }, 'backfill: 1,200 of 5,000'],
    [{ state: 'cancelled', phase: 'unlink', done: 12, total: null }, '12 done'],
  ] as const)('%j: «%s»', (job, text) => {
    expect(formatProgress(job)).toBe(text);
  });
});

describe('getPercentage', () => {
  it.each([
    [{ done: 12, total: null }, undefined],
    [{ done: 0, total: 0 }, undefined],
    [{ done: 1, total: 3 }, 33],
    [{ done: 4, total: 3 }, 100],
  ])('%j: %s', (job, percentage) => {
    expect(getPercentage(job)).toBe(percentage);
  });
});

describe('formatJobError', () => {
  it.each([
    [{ code: 'webhook_unknown', detail: "There is no webhook 'x'." }, 'The webhook was deleted.'],
    [{ code: 'line_refused', detail: 'Line 3: no title.' }, 'Line 3: no title.'],
  ])('%j: «%s»', (error, text) => {
    expect(formatJobError(error)).toBe(text);
  });
});
