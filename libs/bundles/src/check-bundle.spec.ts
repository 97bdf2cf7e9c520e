import { fieldProblems } from './check-bundle.js';
import { defineField } from './field.js';

const faultsOf = (name: string): string[] =>
  fieldProblems(defineField(name, 'string')).map(({ message }) => message);

describe('the name of a field', () => {
  it.each(['id', 'type', 'links', 'meta', 'relationships', 'attributes'])(
    'is not %s, which is a member of every resource object',
    (name) => {
      expect(faultsOf(name)).toEqual([`A field cannot be named '${name}'.`]);
    },
  );

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'is not %s, which every object answers to',
    (name) => {
      expect(faultsOf(name)).toHaveLength(1);
    },
  );

  it.each(['body', 'field_tags', 'prototype'])('may be %s', (name) => {
    expect(faultsOf(name)).toEqual([]);
  });
});
