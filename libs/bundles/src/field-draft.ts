import type { ChangeOf } from '@content-service/kernel';
import { InvalidDefinition } from './bundle.errors.js';
import type { ContentModel } from './content-model.js';
import { SAME_BUNDLE, SCHEDULE_FIELD_NAMES } from './entity-type.js';
import type { Field } from './field.js';
import type { CHANGED_FIELD_MEMBERS, FIELD_HINTS } from './field-members.js';
import type { FormDisplay } from './field-settings.js';
import { FIELD_TYPES } from './field-types/index.js';

/** A new field as administrators enter it. */
export type FieldDraft = Pick<
  Field,
  'name' | 'type' | 'label' | 'required' | 'cardinality' | 'settings' | FormHint
>;

/** The optional members for forms. */
export type FormHint = keyof typeof FIELD_HINTS;

/** A change of a field; `null` removes a hint. The type is fixed, because values are not converted. */
export type FieldDraftChange = ChangeOf<typeof CHANGED_FIELD_MEMBERS>;

/** The hints of a field that are given: absent, `undefined` and `null` ones are left out. */
export function pickFormHints({
  description,
  placeholder,
  defaultValue,
  formDisplay,
}: Pick<FieldDraftChange, FormHint>): Pick<Field, FormHint> {
  return {
    ...(typeof description === 'string' && { description }),
    ...(typeof placeholder === 'string' && { placeholder }),
    ...(defaultValue !== undefined && defaultValue !== null && { defaultValue }),
    ...(formDisplay !== undefined && formDisplay !== null && { formDisplay: pickMembers(formDisplay) }),
  };
}

/** The given members in a fixed order: definitions are compared as JSON. */
function pickMembers({ group, region }: FormDisplay): FormDisplay {
  return { ...(group !== undefined && { group }), ...(region !== undefined && { region }) };
}

/** A field after a change. */
export function applyFieldChange(before: Field, draft: FieldDraftChange): Field {
  const { description, placeholder, defaultValue, formDisplay, ...others } = before;
  return {
    ...others,
    label: draft.label ?? before.label,
    required: draft.required ?? before.required,
    cardinality: draft.cardinality ?? before.cardinality,
    settings: draft.settings ?? before.settings,
    ...pickFormHints({
      description: draft.description === undefined ? description : draft.description,
      placeholder: draft.placeholder === undefined ? placeholder : draft.placeholder,
      defaultValue: draft.defaultValue === undefined ? defaultValue : draft.defaultValue,
      formDisplay: draft.formDisplay === undefined ? formDisplay : draft.formDisplay,
    }),
  };
}

/**
 * Finds reserved names, settings without effect and unknown target types. Imports skip these checks: they may contain superfluous
 * settings and references to bundles that are imported later.
 *
 * @param pointer JSON Pointer to the field
 * @param own the name of the resource type that has the field; it may be new itself
 * @param before the present field; its settings and target types are accepted
 */
export function validateDraft(
  field: FieldDraft,
  own: string,
  model: ContentModel,
  pointer = '',
  before?: Field,
): InvalidDefinition[] {
  return [
    ...validateName(field, pointer, before),
    ...validateSettingNames(field, pointer, before),
    ...validateTargets(field, own, model, pointer, before),
  ];
}

/** A field that exists keeps its name, although it hides an attribute that schedules. */
function validateName({ name }: FieldDraft, pointer: string, before?: Field): InvalidDefinition[] {
  if (before !== undefined || !SCHEDULE_FIELD_NAMES.includes(name)) return [];
  const message = `A field cannot be named '${name}': the attribute schedules entries.`;
  return [
    new InvalidDefinition(message, { pointer: `${pointer}/name` }, { not: { enum: SCHEDULE_FIELD_NAMES } }),
  ];
}

function validateSettingNames(
  { type, settings }: FieldDraft,
  pointer: string,
  before?: Field,
): InvalidDefinition[] {
  if (!Object.hasOwn(FIELD_TYPES, type)) return [];
  const known: readonly string[] = FIELD_TYPES[type].settings;
  const superfluous = Object.entries<unknown>(settings).flatMap(([name, value]) =>
    value === undefined || known.includes(name) || before?.settings === settings ? [] : [name],
  );
  const available = known.length === 0 ? 'none' : known.join(', ');
  return superfluous.map((name) => {
    const message = `A field of the type ${type} has no setting '${name}'. It takes: ${available}.`;
    return new InvalidDefinition(message, { pointer: `${pointer}/settings/${name}` }, { properties: known });
  });
}

function validateTargets(
  { settings: { targetTypes = [] } }: FieldDraft,
  own: string,
  model: ContentModel,
  pointer: string,
  before?: Field,
): InvalidDefinition[] {
  const known = new Set([own, SAME_BUNDLE, ...(before?.settings.targetTypes ?? [])]);
  return targetTypes.flatMap((name, index) => {
    if (known.has(name) || model.find(name) !== undefined) return [];
    const source = { pointer: `${pointer}/settings/targetTypes/${index}` };
    return [
      new InvalidDefinition(`There is no resource type '${name}'.`, source, { format: 'resource-type' }),
    ];
  });
}
