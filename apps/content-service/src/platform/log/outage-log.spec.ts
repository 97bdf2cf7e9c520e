import { QueryTimeout, StoreUnavailable } from '@content-service/entries';
import { OutageLog } from './outage-log.js';

const REFUSED = new StoreUnavailable(new Error('connect ECONNREFUSED 127.0.0.1:3306'));

describe('OutageLog', () => {
  let lines: string[];
  let now: number;
  let outage: OutageLog;
  beforeEach(() => {
    lines = [];
    now = 0;
    const warn = (_: object, line: string): void => void lines.push(line);
    outage = new OutageLog({ warn: warn as never }, () => now);
  });

  it('writes a line with the cause at the beginning, one a minute and one at the end', () => {
    for (; now < 150_000; now += 100) expect(outage.noteError(REFUSED)).toBe(true);
    outage.noteAnswer();

    expect(lines).toEqual([
      'The database does not answer: connect ECONNREFUSED 127.0.0.1:3306',
      'The database has not answered for 60 s: connect ECONNREFUSED 127.0.0.1:3306',
      'The database has not answered for 120 s: connect ECONNREFUSED 127.0.0.1:3306',
      'The database answers again after 150 s.',
    ]);
  });

  it('names every address of a host that was tried', () => {
    const causes = [new Error('connect ECONNREFUSED ::1:3306'), new Error('connect ETIMEDOUT 10.0.0.1:3306')];
    outage.noteError(new StoreUnavailable(new AggregateError(causes)));

    expect(lines).toEqual([
      'The database does not answer: connect ECONNREFUSED ::1:3306 connect ETIMEDOUT 10.0.0.1:3306',
    ]);
  });

  it('takes errors of statements that were repeated until after the end for the same outage', () => {
    outage.noteError(REFUSED);
    outage.noteAnswer();
    now += 9000;
    expect(outage.noteError(REFUSED)).toBe(true);
    now += 1000;
    outage.noteError(REFUSED);

    expect(lines).toHaveLength(3);
  });

  it('leaves other errors to their own lines', () => {
    expect(outage.noteError(new Error('a fault'))).toBe(false);
    expect(outage.noteError(new QueryTimeout(1000, new Error('slow')))).toBe(false);
    outage.noteAnswer();

    expect(lines).toEqual([]);
  });

  it('adds no line for a slow statement during an outage', () => {
    outage.noteError(REFUSED);

    expect(outage.noteError(new QueryTimeout(1000, new Error('slow')))).toBe(true);
    expect(lines).toHaveLength(1);
  });
});
