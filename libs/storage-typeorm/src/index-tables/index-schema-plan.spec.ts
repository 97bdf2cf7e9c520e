import {
  type Bundle,
  ContentModel,
  defineField,
  type Field,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { isUpToDate, planIndexSchema } from './index-schema-plan.js';
import type { PropertyRow } from './index-schema.js';

const typeWith = (...fields: readonly Field[]): ResourceType => {
  const bundle: Bundle = { entityType: 'node', bundle: 'page', label: 'Page', fields, since: 1 };
  const type = new ContentModel(1, [bundle]).find('node--page');
  if (type === undefined) throw new Error('The type is missing.');
  return type;
};

/** The rows of a type after a plan was carried out. */
function carriedOut(type: ResourceType, rows: readonly PropertyRow[] = []): PropertyRow[] {
  const plan = planIndexSchema(type, 1, rows);
  const retired = new Set(plan.retired.map(({ id }) => id));
  const widened = new Set(plan.widened.map(({ id }) => id));
  return [
    ...rows.map((row) => ({
      ...row,
      ...(retired.has(row.id) ? { state: 'gone' as const } : {}),
      ...(widened.has(row.id) ? { multiple: 1 } : {}),
    })),
    ...plan.added.map((row, n) => ({ ...row, id: rows.length + n + 1, state: 'ready' as const })),
  ];
}

const placements = (rows: readonly PropertyRow[], name: string): string[] =>
  rows.filter((row) => row.field === name && row.state === 'ready').map(({ placement }) => placement);

describe('planIndexSchema', () => {
  it.each([
    ['string', 1, ['column', 'search']],
    ['string', UNLIMITED, ['multi', 'search']],
    ['string_long', 1, ['text', 'search']],
    ['link', UNLIMITED, ['text', 'multi']],
    ['json', 1, []],
    ['entity_reference', 1, ['linkage', 'column']],
    ['entity_reference', UNLIMITED, ['linkage']],
  ] as const)('plans the placements of a %s of cardinality %s', (type, cardinality, expected) => {
    const rows = carriedOut(typeWith(defineField('field_it', type, { cardinality })));

    expect(placements(rows, 'field_it')).toEqual(expected);
  });

  it('plans nothing when the tables match the fields', () => {
    const type = typeWith(defineField('field_it', 'string'));

    expect(isUpToDate(planIndexSchema(type, 1, carriedOut(type)))).toBe(true);
  });

  it('treats a field with another comparison as a new property', () => {
    const rows = carriedOut(typeWith(defineField('field_it', 'string')));
    const exact = typeWith(defineField('field_it', 'string', { settings: { caseSensitive: true } }));

    const { added, retired } = planIndexSchema(exact, 1, rows);

    expect(added.map((row) => [row.field, row.case_sensitive])).toEqual([['field_it', 1]]);
    expect(retired.map((row) => [row.field, row.case_sensitive])).toEqual([['field_it', 0]]);
  });

  it('continues an interrupted change', () => {
    const type = typeWith(defineField('field_it', 'string'));
    const rows = carriedOut(type).map((row) => ({ ...row, state: 'building' as const }));

    const { added, begun } = planIndexSchema(type, 1, rows);

    expect(added).toEqual([]);
    expect(begun.length).toBe(rows.length);
  });

  it.each(['planned', 'building'] as const)(
    'has nothing to do about what a change that is under way has %s',
    (state) => {
      const type = typeWith();
      const after = planIndexSchema(typeWith(defineField('field_it', 'string')), 1, carriedOut(type));
      const begun = after.added.map((row, n) => ({ ...row, id: 100 + n, state }));

      expect(begun.map(({ placement }) => placement)).toEqual(['column', 'search']);
      expect(isUpToDate(planIndexSchema(type, 1, [...carriedOut(type), ...begun]))).toBe(true);
    },
  );

  it('places properties beyond the column limit in ix_multi', () => {
    const many = Array.from({ length: 80 }, (_, n) => defineField(`field_${n}`, 'string'));

    const rows = carriedOut(typeWith(...many, defineField('field_ref', 'entity_reference')));

    expect(rows.filter(({ placement }) => placement === 'column').length).toBe(56);
    expect(placements(rows, 'field_79')).toEqual(['multi', 'search']);
    expect(placements(rows, 'field_ref')).toEqual(['linkage']);
    expect(
      isUpToDate(planIndexSchema(typeWith(...many, defineField('field_ref', 'entity_reference')), 1, rows)),
    ).toBe(true);
  });

  it('plans no column for a reference that once allowed several targets', () => {
    const one = typeWith(defineField('field_ref', 'entity_reference'));
    const many = typeWith(defineField('field_ref', 'entity_reference', { cardinality: UNLIMITED }));

    const rows = carriedOut(one, carriedOut(many, carriedOut(one)));

    expect(placements(rows, 'field_ref')).toEqual(['linkage']);
  });
});
