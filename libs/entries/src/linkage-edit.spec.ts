import { ContentModel, type Field, type ResourceType } from '@content-service/bundles';
import type { Json } from '@content-service/kernel';
import { InvalidLinkage, RequiredFieldMissing, ToManyRequired } from './entry.errors.js';
import { applyLinkageOperation, type LinkageOperation, parseLinkage, assignArity } from './linkage-edit.js';

const model = new ContentModel(1, [
  { entityType: 'taxonomy_term', bundle: 'tags', label: 'Tags', since: 1, fields: [] },
]);
const type = model.find('taxonomy_term--tags') as ResourceType;
const parent = type.fields.get('parent') as Field;
const single: Field = { ...parent, cardinality: 1 };

const ids = { a: 'a0000000-0000-4000-8000-000000000001', b: 'b0000000-0000-4000-8000-000000000001' };
const member = (name: keyof typeof ids, arity?: number): Json => {
  const target = { type: type.name, id: ids[name] };
  return arity === undefined ? target : { ...target, meta: { arity } };
};
const linkage = (text: string) =>
  Array.from(text).map((name) => ({ type: type.name, id: ids[name as keyof typeof ids] }));

function edit(linkageOperation: LinkageOperation, before: string, data: Json, field = parent): string {
  const after = applyLinkageOperation(
    linkageOperation,
    linkage(before),
    parseLinkage(linkageOperation, data, field, type, model),
    field,
  );
  return after.map(({ id }) => id.charAt(0)).join('');
}

describe('parseLinkage and applyLinkageOperation', () => {
  it.each<[LinkageOperation, string, Json, string]>([
    ['add', 'a', [member('b')], 'ab'],
    ['add', 'a', [member('a')], 'a'],
    ['add', 'a', [member('a', 1)], 'aa'],
    ['add', '', [member('a', 0), member('a', 1)], 'aa'],
    ['replace', 'a', [member('b')], 'b'],
    ['replace', 'ab', [], ''],
    ['remove', 'aba', [member('a', 1)], 'ab'],
    ['remove', 'aba', [member('a')], 'ba'],
    ['remove', 'a', [member('b')], 'a'],
  ])('%s: %s with %j becomes %s', (linkageOperation, before, data, after) => {
    expect(edit(linkageOperation, before, data)).toBe(after);
  });

  it.each<[string, LinkageOperation, Json, string]>([
    ['null for a list', 'add', null, '/data'],
    ['an object for a list', 'replace', member('a'), '/data'],
    ['a member without id', 'add', [{ type: type.name }], '/data/0'],
    ['equal members that nothing tells apart', 'replace', [member('a'), member('a')], '/data/1'],
    ['a target of a wrong type', 'add', [{ type: 'user--user', id: ids.a }], '/data/0/type'],
  ])('reject %s', (_, linkageOperation, data, pointer) => {
    const refused = (): string => edit(linkageOperation, '', data);

    expect(refused).toThrow(InvalidLinkage);
    expect(refused).toThrow(expect.objectContaining({ source: { pointer } }));
  });

  it('reject add and remove on a to-one relationship', () => {
    expect(() => edit('add', '', member('a'), single)).toThrow(ToManyRequired);
    expect(() => edit('remove', '', [member('a')], single)).toThrow(InvalidLinkage);
    expect(edit('replace', 'a', member('b'), single)).toBe('b');
    expect(edit('replace', 'a', null, single)).toBe('');
  });

  it('reject more targets than the maximum, except for remove', () => {
    const pair: Field = { ...parent, cardinality: 2 };

    expect(() => edit('add', 'ab', [member('a', 1)], pair)).toThrow(InvalidLinkage);
    expect(edit('remove', 'ab', [member('a'), member('a', 1), member('a', 2)], pair)).toBe('b');
  });
});

describe('applyLinkageOperation on a required field', () => {
  const required: Field = { ...parent, required: true };

  it.each<[LinkageOperation, string, Json]>([
    ['replace', 'a', []],
    ['replace', '', []],
    ['remove', 'a', [member('a')]],
  ])('rejects an empty result: %s on %j with %j', (linkageOperation, before, data) => {
    const refused = (): string => edit(linkageOperation, before, data, required);

    expect(refused).toThrow(RequiredFieldMissing);
    expect(refused).toThrow(expect.objectContaining({ source: { pointer: '/data' } }));
  });

  it('accepts the removal of absent members, also from an empty linkage', () => {
    expect(edit('remove', '', [member('a')], required)).toBe('');
  });
});

describe('assignArity', () => {
  it('numbers equal members from 0', () => {
    expect(assignArity(linkage('aba')).map(({ arity }) => arity)).toEqual([0, 0, 1]);
  });
});
