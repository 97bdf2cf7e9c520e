import {
  findMemberProblems,
  getDefaults,
  LABEL_RULE,
  type MemberRule,
  type MemberRules,
  pickMembers,
} from './index.js';

const COUNT = { type: 'integer', minimum: 1, maximum: 32 } as const satisfies MemberRule;
const NAME = {
  type: 'string',
  pattern: '^[a-z]+$',
  mismatch: { message: 'A name consists of small letters.', format: 'name' },
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
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: NAME, maxItems: 2 }, ['a', 'b']],
    [{ type: 'array' }, [1, 'b']],
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
