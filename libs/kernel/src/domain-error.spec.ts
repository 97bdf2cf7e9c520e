import {
  AggregateDomainError,
  DomainError,
  escapePointerToken,
  prefixErrorSource,
  PROBLEMS_MAXIMUM,
  ProblemList,
  toShownError,
} from './domain-error.js';

const createError = (n: number): DomainError => new DomainError('wrong', `Value ${n} is wrong.`);
const createErrors = (amount: number): DomainError[] =>
  Array.from({ length: amount }, (_, n) => createError(n));

describe('AggregateDomainError', () => {
  it('keeps PROBLEMS_MAXIMUM errors', () => {
    expect(new AggregateDomainError(createErrors(PROBLEMS_MAXIMUM))).toMatchObject({ omitted: 0 });
    expect(new AggregateDomainError(createErrors(PROBLEMS_MAXIMUM)).problems).toHaveLength(PROBLEMS_MAXIMUM);
  });

  it('keeps the first errors and counts the others, including those of nested aggregates', () => {
    const inner = new AggregateDomainError(createErrors(250));

    const { problems, omitted } = new AggregateDomainError([createError(-1), inner, inner], 7);

    expect(problems.slice(0, 2).map(({ message }) => message)).toEqual([
      'Value -1 is wrong.',
      'Value 0 is wrong.',
    ]);
    expect([problems.length, omitted]).toEqual([PROBLEMS_MAXIMUM, 1 + 250 + 250 + 7 - PROBLEMS_MAXIMUM]);
  });

  it('keeps the count of omitted errors in map', () => {
    expect(new AggregateDomainError(createErrors(250)).map(() => createError(0)).omitted).toBe(150);
  });
});

describe('ProblemList', () => {
  it('does not create errors beyond the maximum', () => {
    const list = new ProblemList();
    let created = 0;
    for (let n = 0; n < 20_000; n++)
      list.add(() => {
        created += 1;
        return createError(n);
      });

    expect([created, list.kept.length, list.omitted, list.total]).toEqual([100, 100, 19_900, 20_000]);
    expect(list.map(() => createError(0))).toMatchObject({ omitted: 19_900 });
  });

  it('passed to throwIfAny: empty throws nothing, one error is thrown as itself, more with the count of omitted ones', () => {
    const [empty, one, many] = [new ProblemList(), new ProblemList(), new ProblemList()];
    one.add(() => createError(0));
    for (const problem of createErrors(101)) many.add(() => problem);

    AggregateDomainError.throwIfAny(empty);
    expect(() => {
      AggregateDomainError.throwIfAny(one);
    }).toThrow(createError(0));
    expect(() => {
      AggregateDomainError.throwIfAny(many);
    }).toThrow(expect.objectContaining({ omitted: 1 }));
  });
});

describe('AggregateDomainError.throwIfAny', () => {
  const one = new DomainError('one', 'First.');
  const two = new DomainError('two', 'Second.');

  it('throws one error as itself, several as an aggregate, and nothing for an empty list', () => {
    expect(() => {
      AggregateDomainError.throwIfAny([]);
    }).not.toThrow();
    expect(() => {
      AggregateDomainError.throwIfAny([one]);
    }).toThrow(one);
    expect(() => {
      AggregateDomainError.throwIfAny([one, two]);
    }).toThrow(
      expect.objectContaining({ code: 'problems', problems: [one, two], message: 'First. Second.' }),
    );
  });
});

describe('prefixErrorSource', () => {
  it('puts the prefix before the pointer of each error', () => {
    const withPointer = new DomainError('one', 'First.', { source: { pointer: '/data/id' }, meta: { n: 1 } });
    const withoutPointer = new DomainError('two', 'Second.');

    expect(
      prefixErrorSource(
        '/atomic:operations/2',
        new AggregateDomainError([withPointer, withoutPointer]),
        '/ref',
      ),
    ).toMatchObject({
      problems: [
        { code: 'one', meta: { n: 1 }, source: { pointer: '/atomic:operations/2/data/id' } },
        { code: 'two', source: { pointer: '/atomic:operations/2/ref' } },
      ],
    });
  });

  it('returns anything but a DomainError unchanged', () => {
    const error = new TypeError('broken');

    expect(prefixErrorSource('/data', error)).toBe(error);
  });
});

describe('toShownError', () => {
  const show = (message: string, pointer?: string) =>
    toShownError(new DomainError('wrong', message, { source: { pointer }, meta: { n: 1 } }));

  it('shows an error of normal size unchanged', () => {
    const message = 'x'.repeat(1000);
    const pointer = '/x'.repeat(250);

    expect(show(message, pointer)).toEqual({
      code: 'wrong',
      detail: message,
      source: { pointer },
      meta: { n: 1 },
    });
  });

  it('leaves out the middle of a long message, not a part of a character', () => {
    const { detail } = show(`No '${'a'.repeat(900_000)}'; it has value.`);
    const astral = ['😀'.repeat(900), `a${'😀'.repeat(900)}b`].map((message) => show(message).detail);

    expect(detail).toMatch(/^No 'a+…a+'; it has value\.$/);
    expect(detail.length).toBeLessThanOrEqual(1000);
    for (const text of astral) expect(text).toMatch(/^a?(😀)+…(😀)+b?$/u);
  });

  it.each([
    [`/data/attributes/${'a'.repeat(900_000)}`, '/data/attributes'],
    [`/data/${'a'.repeat(900_000)}/value`, '/data'],
    [`/${'a'.repeat(900_000)}`, ''],
    [`/${'a'.repeat(500)}`, ''],
    [`/${'a'.repeat(499)}/b`, `/${'a'.repeat(499)}`],
    [`/a${'~1'.repeat(900_000)}`, ''],
  ])('replaces a long pointer by that of its nearest ancestor', (pointer, shown) => {
    expect(show('Wrong.', pointer).source).toEqual({ pointer: shown });
  });
});

describe('escapePointerToken', () => {
  it('escapes ~ and /', () => {
    expect(escapePointerToken('a/b~c')).toBe('a~1b~0c');
  });
});
