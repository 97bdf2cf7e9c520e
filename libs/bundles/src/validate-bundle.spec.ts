import { validateField } from './validate-bundle.js';
import { defineField } from './field.js';

const getMessages = (name: string): string[] =>
  validateField(defineField(name, 'string')).map(({ message }) => message);

describe('validateField', () => {
  it.each(['id', 'type', 'links', 'meta', 'relationships', 'attributes'])(
    'rejects the name %s, a member of every resource object',
    (name) => {
      expect(getMessages(name)).toEqual([`A field cannot be named '${name}'.`]);
    },
  );

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'rejects the name %s, a property of every JavaScript object',
    (name) => {
      expect(getMessages(name)).toHaveLength(1);
    },
  );

  it.each(['body', 'field_tags', 'prototype'])('accepts the name %s', (name) => {
    expect(getMessages(name)).toEqual([]);
  });
});
