import { formatCauses } from './format-causes.js';

const coded = (message: string, code: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code });

describe('formatCauses', () => {
  it.each([
    ['an error', new Error('away'), 'away'],
    ['an error with a code', coded('locked', 'E_LOCK'), 'locked (E_LOCK)'],
    ['a code that the message has', coded('connect ECONNREFUSED', 'ECONNREFUSED'), 'connect ECONNREFUSED'],
    [
      'causes with their codes',
      coded(
        'Database failed to open',
        'LEVEL_DATABASE_NOT_OPEN',
        coded('lock x/LOCK: already held', 'LEVEL_LOCKED'),
      ),
      'Database failed to open (LEVEL_DATABASE_NOT_OPEN): lock x/LOCK: already held (LEVEL_LOCKED)',
    ],
    [
      'a cause that the message has',
      new Error('cannot open: away', { cause: new Error('away') }),
      'cannot open: away',
    ],
    [
      'several addresses',
      Object.assign(new AggregateError([coded('connect ::1', 'E'), coded('connect 127.0.0.1', 'E')]), {
        code: 'E',
      }),
      'connect ::1 (E), connect 127.0.0.1 (E)',
    ],
    ['a code alone', Object.assign(new Error(), { code: 'E' }), 'E'],
    ['a text', 'away', 'away'],
    ['an object', { message: 'away', code: 7 }, 'away (7)'],
    ['nothing', undefined, ''],
  ])('formats %s', (_, error, expected) => {
    expect(formatCauses(error)).toBe(expected);
  });

  it('ends with an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;

    expect(formatCauses(error)).toBe('round');
  });
});
