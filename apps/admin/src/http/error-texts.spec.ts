import { formatFieldError } from './error-texts.js';

describe('formatFieldError', () => {
  it.each([
    [{ maximum: 5 }, 'Rating can be 5 at most.'],
    [{ minimum: 0 }, 'Rating must be at least 0.'],
    [{ minimum: 1, maximum: 20_000 }, 'Rating must be from 1 to 20,000.'],
    [{ minLength: 1, maxLength: 255 }, 'Rating must have 1 to 255 characters.'],
    [{ maxLength: 50 }, 'Rating can have 50 characters at most.'],
    [{ precision: 10 }, 'Rating can have 10 digits at most.'],
    [{ minItems: 1 }, 'Rating cannot be empty.'],
    [{ startsAt: '2026-12-24' }, 'Rating cannot end before it begins.'],
    [{ format: 'email' }, 'Rating must be an e-mail address, such as name@example.com.'],
    [{ format: 'unknown' }, 'field_rating is not accepted.'],
    [{}, 'field_rating is not accepted.'],
  ])('words %j with the label', (meta, text) => {
    const error = { code: 'invalid_field_value', detail: 'field_rating is not accepted.', meta };

    expect(formatFieldError(error, 'Rating')).toBe(text);
  });

  it('puts the label in place of the name of the member', () => {
    const detail = 'field_color must be one of red, green, got "blue".';
    const error = { detail, pointer: '/data/attributes/field_color', meta: {} };

    expect(formatFieldError(error, 'Color')).toBe('Color must be one of red, green, got "blue".');
  });

  it('names a required field without a value', () => {
    const error = { code: 'value_missing', detail: 'field_when is required.', meta: { field: 'field_when' } };

    expect(formatFieldError(error, 'When')).toBe('When is required.');
  });
});
