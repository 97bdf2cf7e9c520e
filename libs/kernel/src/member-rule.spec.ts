import {
  findMemberProblems,
  getDefaults,
  LABEL_RULE,
  type MemberRule,
  type MemberRules,
  pickGiven,
  pickMembers,
} from './index.js';

const COUNT = { type: 'integer', minimum: 1, maximum: 32 } as const satisfies MemberRule;
const NAME = {
  type: 'string',
  pattern: '^[a-z]+$',
  mismatch: { message: 'A name consists of small letters.', rule: { format: 'name' } },
} as const satisfies MemberRule;
const SECONDS = {
  type: 'integer',
  minimum: 0,
  maximum: 60,
  mismatch: { message: 'Wait {minimum} to {maximum} seconds, not {value}.' },
} as const satisfies MemberRule;
const NOTE = {
  type: 'string',
  minLength: 1,
  maxLength: 3,
  storable: true,
} as const satisfies MemberRule;
const LABEL = { type: 'string', ...LABEL_RULE } as const satisfies MemberRule;

describe('findMemberProblems', () => {
  it.each<[MemberRule, unknown]>([
    [COUNT, 1],
    [COUNT, 32],
    [{ ...COUNT, nullable: true }, null],
    [{ type: 'integer' }, Number.MAX_SAFE_INTEGER],
    [NAME, 'abc'],
    [LABEL, 'x'.repeat(255)],
    [{ type: 'string' }, ''],
    [{ type: 'string', maxLength: 3 }, 'abc'],
    [NOTE, 'abc'],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: NAME, maxItems: 2 }, ['a', 'b']],
    [{ type: 'array' }, [1, 'b']],
    [{ description: 'Any value.' }, 'x'],
  ])('%j allows %j', (rule, value) => {
    expect(findMemberProblems('member', rule, value)).toEqual([]);
  });

  const range = { minimum: 1, maximum: 32 };
  it.each<[MemberRule, unknown, string, string, object]>([
    [COUNT, 0, '/member', 'member must be a number from 1 to 32.', range],
    [COUNT, 33, '/member', 'member must be a number from 1 to 32.', range],
    [COUNT, 1.5, '/member', 'member must be a number from 1 to 32.', range],
    [COUNT, NaN, '/member', 'member must be a number from 1 to 32.', range],
    [{ ...COUNT, nullable: true }, 0, '/member', 'member must be a number from 1 to 32, or null.', range],
    [LABEL, ' ', '/member', 'member must have 1 to 255 characters, not only blanks.', LABEL_RULE],
    [LABEL, '\0', '/member', 'member must not contain NUL or broken characters.', LABEL_RULE],
    [NAME, 'A', '/member', 'A name consists of small letters.', { format: 'name' }],
    [NOTE, '\0', '/member', 'member must not contain NUL or broken characters.', { format: 'storable-text' }],
    [
      NOTE,
      ' ',
      '/member',
      'member must have 1 to 3 characters, not only blanks.',
      { minLength: 1, maxLength: 3 },
    ],
    [
      { type: 'string', maxLength: 3 },
      'abcd',
      '/member',
      'member must have at most 3 characters.',
      { maxLength: 3 },
    ],
    [SECONDS, 61, '/member', 'Wait 0 to 60 seconds, not 61.', { minimum: 0, maximum: 60 }],
    [{ type: 'string', pattern: '^a$' }, 'b', '/member', 'member must match ^a$.', { pattern: '^a$' }],
    [
      { type: 'array', items: NAME },
      ['a', 'B', 'C'],
      '/member/1',
      'A name consists of small letters.',
      { format: 'name' },
    ],
    [{ type: 'array', maxItems: 1 }, [1, 2], '/member', 'member must have at most 1 items.', { maxItems: 1 }],
  ])('%j refuses %j', (rule, value, pointer, message, broken) => {
    expect(findMemberProblems('member', rule, value)).toEqual([{ pointer, message, rule: broken }]);
  });

  it('begins messages with another subject', () => {
    const [problem] = findMemberProblems('label', LABEL, '', "The label of 'article'");

    expect(problem).toMatchObject({
      pointer: '/label',
      message: "The label of 'article' must have 1 to 255 characters, not only blanks.",
    });
  });

  it('reports the length of a list and its first item that is wrong', () => {
    const rule: MemberRule = { type: 'array', items: NAME, maxItems: 1 };

    expect(findMemberProblems('member', rule, ['a', 'B']).map(({ pointer }) => pointer)).toEqual([
      '/member',
      '/member/1',
    ]);
  });
});

describe('a table of members', () => {
  const rules = {
    label: LABEL,
    count: { ...COUNT, default: 4 },
    rate: { ...COUNT, nullable: true, default: null, addedLater: true },
    enabled: { type: 'boolean', default: true },
  } as const satisfies MemberRules;

  it('gives the defaults of members that have one', () => {
    expect(getDefaults(rules)).toEqual({ count: 4, rate: null, enabled: true });
  });

  it('picks the members that a change gives', () => {
    expect(pickGiven(rules, { rate: null, enabled: undefined, ...{ other: 1 } })).toEqual({ rate: null });
  });

  it('picks its members in its order, with defaults for absent ones', () => {
    const picked = pickMembers(rules, { enabled: false, label: 'A', ...{ other: 1 } });

    expect(Object.entries(picked)).toEqual([
      ['label', 'A'],
      ['count', 4],
      ['rate', null],
      ['enabled', false],
    ]);
  });
});
