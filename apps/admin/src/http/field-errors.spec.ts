import { toApiError } from './api-error.js';
import { findFieldError, findOtherErrors } from './field-errors.js';

const MISSING = {
  code: 'value_missing',
  detail: 'field_when is required.',
  source: { pointer: '/data/attributes' },
  meta: { field: 'field_when' },
};
const FAILURE = toApiError(422, {
  errors: [
    MISSING,
    {
      code: 'invalid_field_value',
      detail: 'x',
      source: { pointer: '/data/attributes/field_link/uri' },
      meta: {},
    },
  ],
});

describe('findFieldError', () => {
  it('finds the error of a required field that the body lacks', () => {
    expect(findFieldError(FAILURE, '/data/attributes/field_when', 'When')).toBe('When is required.');
  });

  it('finds the error of a part of a value', () => {
    expect(findFieldError(FAILURE, '/data/attributes/field_link', 'Link')).toBe('x');
  });

  it('is undefined for other inputs', () => {
    expect(findFieldError(FAILURE, '/data/attributes/title', 'Title')).toBeUndefined();
  });
});

describe('findOtherErrors', () => {
  it('has the errors that no input shows', () => {
    expect(findOtherErrors(FAILURE, ['/data/attributes/field_link'])).toEqual(['When is required.']);
    expect(findOtherErrors(FAILURE, ['/data/attributes/field_link', '/data/attributes/field_when'])).toEqual(
      [],
    );
  });
});
