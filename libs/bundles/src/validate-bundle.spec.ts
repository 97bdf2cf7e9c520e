import { validateField } from './validate-bundle.js';
import { defineField } from './field.js';
import type { FormDisplay } from './field-settings.js';

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

  it.each<[FormDisplay, string[]]>([
    [{}, []],
    [{ group: 'x'.repeat(255), region: 'main' }, []],
    [{ region: 'side' }, []],
    [{ group: 'x'.repeat(256) }, ['/formDisplay/group']],
    [{ group: ' ' }, ['/formDisplay/group']],
    [{ group: 'a\0', region: 'left' as 'main' }, ['/formDisplay/group', '/formDisplay/region']],
  ])('checks the form display %j', (formDisplay, pointers) => {
    const problems = validateField(defineField('a', 'string', { formDisplay }));

    expect(problems.map(({ source }) => source?.pointer)).toEqual(pointers);
  });

  it.each(['body', 'field_tags', 'prototype'])('accepts the name %s', (name) => {
    expect(getMessages(name)).toEqual([]);
  });
});
