import { InvalidDefinition } from './bundle.errors.js';
import type { ContentModel } from './content-model.js';
import { SAME_BUNDLE } from './entity-type.js';
import type { Field } from './field.js';
import { FIELD_TYPES } from './field-types/index.js';

/** What administrators say about a new field. */
export type FieldDraft = Pick<Field, 'name' | 'type' | 'label' | 'required' | 'cardinality' | 'settings'>;

/** What can be changed later. The type cannot: values of one type are none of another. */
export type FieldDraftChange = Partial<Omit<FieldDraft, 'name' | 'type'>>;

/**
 * What a person who fills in a form must be told, beside what makes a definition impossible: imports may carry settings
 * that mean nothing, and references to what is imported later.
 *
 * @param at pointer to the field
 * @param own the resource type that has the field, which may be new itself
 * @param before the field as it was: what it has already is not looked at again
 */
export function draftProblems(
  field: FieldDraft,
  own: string,
  model: ContentModel,
  at = '',
  before?: Field,
): InvalidDefinition[] {
  return [...settingNameProblems(field, at, before), ...targetProblems(field, own, model, at, before)];
}

function settingNameProblems(
  { type, settings }: FieldDraft,
  at: string,
  before?: Field,
): InvalidDefinition[] {
  if (!Object.hasOwn(FIELD_TYPES, type)) return [];
  const known: readonly string[] = FIELD_TYPES[type].settings;
  const superfluous = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined || known.includes(name) || before?.settings === settings ? [] : [name],
  );
  const takes = known.length === 0 ? 'none' : known.join(', ');
  return superfluous.map((name) => {
    const message = `A field of the type ${type} has no setting '${name}'. It takes: ${takes}.`;
    return new InvalidDefinition(message, { pointer: `${at}/settings/${name}` });
  });
}

function targetProblems(
  { settings: { targetTypes = [] } }: FieldDraft,
  own: string,
  model: ContentModel,
  at: string,
  before?: Field,
): InvalidDefinition[] {
  const known = new Set([own, SAME_BUNDLE, ...(before?.settings.targetTypes ?? [])]);
  return targetTypes.flatMap((name, index) => {
    if (known.has(name) || model.find(name) !== undefined) return [];
    const pointer = `${at}/settings/targetTypes/${index}`;
    return [new InvalidDefinition(`There is no resource type '${name}'.`, { pointer })];
  });
}
