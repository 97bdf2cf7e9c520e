import { t } from '@lingui/core/macro';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { WidgetInput } from '../entries/editor/field-input.js';
import { isReference } from '../entries/values.js';
import { toTextOrNull } from '../entries/widgets/widget.js';
import type { Draft } from '../forms/use-draft.js';
import { findFieldError } from '../http/field-errors.js';
import type { Json } from '../jsonapi/document.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { Field } from '../management-api/resources.js';

/** The pointers of the inputs. */
export const HINT_POINTERS = ['/description', '/placeholder', '/defaultValue'];

/** Field types whose input shows a placeholder. */
const WITH_PLACEHOLDER: ReadonlySet<string> = new Set([
  ...['string', 'string_long', 'integer', 'decimal', 'float', 'email', 'link', 'list_string'],
]);

interface HintInputsProps {
  readonly draft: Draft<Field>;
  readonly failure: unknown;
}

/** The inputs of what a field says to editors: its help text, its placeholder and its default value. */
export function HintInputs({ draft: { values, set }, failure }: HintInputsProps): ReactNode {
  return (
    <>
      <Textarea
        label={t`Help text`}
        description={t`Shown to editors below the name of the field.`}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={BOUNDS['Field.new'].description.maxLength}
        value={values.description ?? ''}
        error={findFieldError(failure, '/description', t`Help text`)}
        onChange={({ currentTarget }) => {
          set('description', toTextOrNull(currentTarget.value));
        }}
      />
      {WITH_PLACEHOLDER.has(values.type) && (
        <TextInput
          label={t`Placeholder`}
          description={t`An example, shown while the field is empty.`}
          maxLength={BOUNDS['Field.new'].placeholder.maxLength}
          value={values.placeholder ?? ''}
          error={findFieldError(failure, '/placeholder', t`Placeholder`)}
          onChange={({ currentTarget }) => {
            set('placeholder', toTextOrNull(currentTarget.value));
          }}
        />
      )}
      {!isReference(values) && (
        <div data-error-group>
          <WidgetInput
            field={{
              ...values,
              required: false,
              description: t`New entries begin with it. It can be changed in each entry.`,
            }}
            label={t`Default value`}
            value={values.defaultValue ?? null}
            error={findFieldError(failure, '/defaultValue', t`Default value`)}
            disabled={false}
            onChange={(value) => {
              set('defaultValue', isEmpty(value) ? null : value);
            }}
          />
        </div>
      )}
    </>
  );
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A default value after a change between one and several values. */
export function convertDefaultValue(value: Json | undefined, isMultiple: boolean): Json {
  if (value === undefined || value === null || Array.isArray(value) === isMultiple) return value ?? null;
  return Array.isArray(value) ? ((value as readonly Json[])[0] ?? null) : [value];
}

/** The members of a request body: default values without items that were added and left empty, groups without blanks around them. */
export function toFieldBody(values: Partial<Field>, { cardinality }: Field): Partial<Field> {
  return {
    ...values,
    ...toDefaultValue(values, cardinality),
    ...toTrimmedDisplay(values),
    ...toFilledChoices(values),
  };
}

/** Choices that nothing was typed into are none. */
function toFilledChoices({ settings }: Partial<Field>): Partial<Field> {
  if (settings?.allowedValues === undefined) return {};
  const filled = settings.allowedValues.filter(({ value, label }) => value !== '' || label !== '');
  return { settings: { ...settings, allowedValues: filled } };
}

function toDefaultValue({ defaultValue }: Partial<Field>, cardinality: number): Partial<Field> {
  if (!Array.isArray(defaultValue) || cardinality === 1) return {};
  const items = (defaultValue as readonly Json[]).filter((item) => item !== null);
  return { defaultValue: items.length === 0 ? null : items };
}

function toTrimmedDisplay({ formDisplay }: Partial<Field>): Partial<Field> {
  if (formDisplay?.group === undefined) return {};
  return { formDisplay: { ...formDisplay, group: formDisplay.group.trim() } };
}
