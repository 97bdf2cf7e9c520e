import { formatErrorWithoutInput, formatFieldError } from './error-texts.js';

describe('formatFieldError', () => {
  it.each([
    [{ maximum: 5 }, 'Rating can be 5 at most.'],
    [{ minimum: 0 }, 'Rating must be at least 0.'],
    [{ minimum: 1, maximum: 20_000 }, 'Rating must be from 1 to 20,000.'],
    [{ minLength: 1, maxLength: 255 }, 'Rating must have 1 to 255 characters.'],
    [{ maxLength: 50 }, 'Rating can have 50 characters at most.'],
    [{ precision: 10 }, 'Rating can have 10 digits at most.'],
    [{ minItems: 1 }, 'Rating cannot be empty.'],
    [{ maxItems: 3 }, 'Rating can have 3 values at most.'],
    [{ maxItems: 1 }, 'Rating can have one value only.'],
    [{ uniqueItems: true }, 'Rating has the same twice.'],
    [{ enum: ['red', 'green', null] }, 'Rating must be red or green.'],
    [{ enum: Array.from({ length: 13 }, String) }, 'Rating cannot have this value.'],
    [{ enum: ['a', 'b'], uniqueItems: true }, 'Rating has the same twice.'],
    [{ type: 'integer', minimum: 1, maximum: 5 }, 'Rating must be from 1 to 5.'],
    [{ type: 'boolean' }, 'Rating must be yes or no.'],
    [{ type: 'string' }, 'Rating must be text.'],
    [{ required: ['value'] }, 'Rating has a part that is missing or too much.'],
    [{ not: { enum: ['id'] } }, 'Rating cannot have this value.'],
    [{ const: true }, 'Rating must be switched on.'],
    [{ format: 'target-type', enum: ['node--page'] }, 'Rating cannot refer to entries of this type.'],
    [
      { format: 'machine-name', pattern: '^[a-z]$' },
      'Rating can have up to 32 of a-z, 0-9 and _, and must begin with a letter.',
    ],
    [{ format: 'user-name', maxLength: 60 }, /^Rating can have up to 60 letters/],
    [{ processedMaximum: 9 }, /^Rating is too long as HTML/],
    [{ startsAt: '2026-12-24' }, 'Rating cannot end before it begins.'],
    [{ formatMinimum: '2026-12-24' }, 'Rating cannot be before the beginning.'],
    [{ format: 'https-uri' }, 'Rating must begin with https://.'],
    [{ format: 'uri-without-credentials' }, 'Rating cannot have a user name or a password in it.'],
    [{ format: 'uri-without-fragment' }, 'Rating cannot have a part behind #.'],
    [{ format: 'uri-with-allowed-port' }, /^Rating can have no port below 1024/],
    [{ format: 'foreign-uri' }, 'Rating cannot lead to this service itself.'],
    [{ format: 'public-uri' }, 'Rating cannot have an address of a private or reserved network.'],
    [{ format: 'email' }, 'Rating must be an e-mail address, such as name@example.com.'],
    [{ format: 'unknown' }, 'field_rating is not accepted.'],
    [{}, 'field_rating is not accepted.'],
  ])('words %j with the label', (meta, text) => {
    const error = { code: 'invalid_field_value', detail: 'field_rating is not accepted.', meta };

    expect(formatFieldError(error, 'Rating')).toMatch(text);
  });

  it.each(['target_missing', 'alias_taken', 'user_name_taken', 'field_exists'])(
    'words the code %s with the label',
    (code) => {
      const error = { code, detail: "There is a user 'x' already.", meta: {} };

      expect(formatFieldError(error, 'Name')).toMatch(/^Name /);
      expect(formatFieldError(error, 'Name')).not.toContain("'x'");
    },
  );

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

describe('formatErrorWithoutInput', () => {
  it.each([
    ['/pageLimitMaximum', { minimum: 1, maximum: 500 }, 'Page limit maximum must be from 1 to 500.'],
    ['/data/attributes/field_opening_hours/0', { type: 'string' }, 'Opening hours must be text.'],
    ['', {}, 'The body must be an object.'],
  ])('labels the member at %j by its name', (pointer, meta, text) => {
    const error = { detail: 'The body must be an object.', pointer, meta };

    expect(formatErrorWithoutInput(error)).toBe(text);
  });
});
