import { ContentModel, type Field, type ResourceType } from '@content-service/bundles';
import type { Json } from '@content-service/kernel';
import { ValueMissing } from './entry.errors.js';
import {
  editLinkage,
  InvalidLinkage,
  type LinkageAct,
  NotToMany,
  readLinkage,
  withArity,
} from './linkage-edit.js';

const model = new ContentModel(1, [
  { entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', since: 1, fields: [] },
]);
const type = model.find('taxonomy_term--tags') as ResourceType;
const parent = type.fields.get('parent') as Field;
const single: Field = { ...parent, cardinality: 1 };

const ids = { a: 'a0000000-0000-4000-8000-000000000001', b: 'b0000000-0000-4000-8000-000000000001' };
const member = (name: keyof typeof ids, arity?: number): Json => ({
  type: type.name,
  id: ids[name],
  ...(arity === undefined ? {} : { meta: { arity } }),
});
const linkage = (text: string) =>
  Array.from(text).map((name) => ({ type: type.name, id: ids[name as keyof typeof ids] }));

function edit(act: LinkageAct, before: string, data: Json, field = parent): string {
  const after = editLinkage(act, linkage(before), readLinkage(act, data, field, type, model), field);
  return after.map(({ id }) => id.charAt(0)).join('');
}

describe('a relationship endpoint', () => {
  it.each<[LinkageAct, string, Json, string]>([
    ['add', 'a', [member('b')], 'ab'],
    ['add', 'a', [member('a')], 'a'],
    ['add', 'a', [member('a', 1)], 'aa'],
    ['add', '', [member('a', 0), member('a', 1)], 'aa'],
    ['replace', 'a', [member('b')], 'b'],
    ['replace', 'ab', [], ''],
    ['remove', 'aba', [member('a', 1)], 'ab'],
    ['remove', 'aba', [member('a')], 'ba'],
    ['remove', 'a', [member('b')], 'a'],
  ])('%s: from %s with %j to %s', (act, before, data, after) => {
    expect(edit(act, before, data)).toBe(after);
  });

  it.each<[string, LinkageAct, Json, string]>([
    ['null for a list', 'add', null, '/data'],
    ['an object for a list', 'replace', member('a'), '/data'],
    ['a member without id', 'add', [{ type: type.name }], '/data/0'],
    ['equal members that nothing tells apart', 'replace', [member('a'), member('a')], '/data/1'],
    ['a target of a wrong type', 'add', [{ type: 'user--user', id: ids.a }], '/data/0/type'],
  ])('refuses %s', (_, act, data, pointer) => {
    const refused = (): string => edit(act, '', data);

    expect(refused).toThrow(InvalidLinkage);
    expect(refused).toThrow(expect.objectContaining({ place: { pointer } }));
  });

  it('of a to-one relationship knows no adding and removing', () => {
    expect(() => edit('add', '', member('a'), single)).toThrow(NotToMany);
    expect(() => edit('remove', '', [member('a')], single)).toThrow(InvalidLinkage);
    expect(edit('replace', 'a', member('b'), single)).toBe('b');
    expect(edit('replace', 'a', null, single)).toBe('');
  });

  it('never holds more targets than the field can, but removes as many as are named', () => {
    const pair: Field = { ...parent, cardinality: 2 };

    expect(() => edit('add', 'ab', [member('a', 1)], pair)).toThrow(InvalidLinkage);
    expect(edit('remove', 'ab', [member('a'), member('a', 1), member('a', 2)], pair)).toBe('b');
  });
});

describe('a relationship endpoint of a required field', () => {
  const required: Field = { ...parent, required: true };

  it.each<[LinkageAct, string, Json]>([
    ['replace', 'a', []],
    ['replace', '', []],
    ['remove', 'a', [member('a')]],
  ])('refuses to leave it empty: %s from %j with %j', (act, before, data) => {
    const refused = (): string => edit(act, before, data, required);

    expect(refused).toThrow(ValueMissing);
    expect(refused).toThrow(expect.objectContaining({ place: { pointer: '/data' } }));
  });

  it('removes what is absent, also when there is nothing at all', () => {
    expect(edit('remove', '', [member('a')], required)).toBe('');
  });
});

describe('members that occur more than once', () => {
  it('are numbered from 0', () => {
    expect(withArity(linkage('aba')).map(({ arity }) => arity)).toEqual([0, 0, 1]);
  });
});
