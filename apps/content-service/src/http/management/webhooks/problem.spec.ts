import { ScopeNotHeld } from '@content-service/scopes';
import { parseDto } from '../protocol/dto.js';
import { MemberInvalid } from '../protocol/management.errors.js';
import { toProblem } from '../protocol/problem.js';
import { NewWebhookDto } from './webhook.dto.js';

describe('toProblem', () => {
  it('begins with the standard members, and has the rule of a value in errors only', () => {
    const problem = toProblem(new MemberInvalid('/types/0', 'Wrong.', { type: 'string', enum: ['a'] }));

    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'code', 'errors']);
    expect(problem).toMatchObject({ type: 'about:blank', errors: [{ meta: { enum: ['a'] } }] });
  });

  it('has facts of other problems behind the standard members', () => {
    const problem = toProblem(new ScopeNotHeld('member'));

    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'code', 'scope']);
  });

  it('says of missing members of a body that they are required', () => {
    const parse = (): unknown => parseDto(NewWebhookDto, { url: 7 });

    expect(problemOf(parse)).toMatchObject({
      errors: [
        { pointer: '/label', detail: 'label is required.', meta: { required: true } },
        { pointer: '/url', detail: 'url must be a string.', meta: { type: 'string' } },
      ],
    });
  });
});

function problemOf(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    const { errors = [] } = toProblem(error);
    return { errors: [...errors].sort((a, b) => (a.pointer < b.pointer ? -1 : 1)) };
  }
}
