import { Button, Group, NumberInput, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { toMachineName, validateMachineName } from '../forms/machine-name.js';
import type { Draft } from '../forms/use-draft.js';
import { findFieldError } from '../http/field-errors.js';
import type { ContentModel, Field } from '../management-api/resources.js';
import { getFieldTypeLabel } from './field-type-labels.js';
import { convertDefaultValue, HINT_POINTERS, HintInputs } from './hint-inputs.js';
import { SettingInputs } from './setting-inputs.js';

interface FieldFormProps {
  readonly draft: Draft<Field>;
  readonly isNew: boolean;
  readonly model: ContentModel;
  readonly submit: string;
  readonly failure: unknown;
  readonly isSaving: boolean;
  readonly onBack: () => void;
  readonly onSubmit: () => void;
  /** Submits, and then begins another field; absent where there is none. */
  readonly onSubmitAndAddAnother?: () => void;
  readonly onReload?: () => void;
}

const POINTERS = ['/label', '/name', '/required', '/cardinality', ...HINT_POINTERS];
const CARDINALITIES = [
  { value: 'one', label: 'One' },
  { value: 'some', label: 'Up to …' },
  { value: 'any', label: 'Any number' },
];

export function FieldForm(props: FieldFormProps): ReactNode {
  const { draft, isNew, model, submit, failure, isSaving, onBack, onSubmit, onReload } = props;
  const { onSubmitAndAddAnother } = props;
  const label = useRef<HTMLInputElement>(null);
  // In the second step of a dialog, which moves the focus only when it opens.
  useEffect(() => {
    label.current?.focus();
  }, []);
  const { values, isChanged, set } = draft;
  const { type, cardinality } = values;
  const name = getFieldName(values);
  const settings = model.fieldTypes.find((fieldType) => fieldType.name === type)?.settings ?? [];
  return (
    <Form
      onSubmit={onSubmit}
      failure={failure}
      inputPointers={[...POINTERS, ...settings.map((setting) => `/settings/${setting}`)]}
      onReload={onReload}
    >
      <Text size="sm" c="dimmed">
        {getFieldTypeLabel(type)}
      </Text>
      <TextInput
        label="Label"
        required
        ref={label}
        data-autofocus
        value={values.label}
        error={findFieldError(failure, '/label', 'Label')}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <TextInput
        label="Machine name"
        description="The key in documents. It cannot be changed later."
        required
        disabled={!isNew}
        value={name}
        error={validateMachineName(name) ?? findFieldError(failure, '/name', 'Machine name')}
        onChange={({ currentTarget }) => {
          set('name', currentTarget.value);
        }}
      />
      <Switch
        label="Required"
        description="An entry cannot be saved without a value."
        checked={values.required}
        error={findFieldError(failure, '/required', 'Required')}
        onChange={({ currentTarget }) => {
          set('required', currentTarget.checked);
        }}
      />
      <div data-error-group>
        <Text size="sm" fw={500} mb={4} id="how-many">
          How many values?
        </Text>
        <Group gap="sm">
          <SegmentedControl
            aria-labelledby="how-many"
            data={CARDINALITIES}
            value={cardinality === 1 ? 'one' : cardinality === -1 ? 'any' : 'some'}
            onChange={(chosen) => {
              set('cardinality', chosen === 'one' ? 1 : chosen === 'any' ? -1 : 2);
              set('defaultValue', convertDefaultValue(values.defaultValue, chosen !== 'one'));
            }}
          />
          {cardinality > 1 && (
            <NumberInput
              aria-label="At most"
              w={100}
              min={2}
              max={1000}
              value={cardinality}
              onChange={(typed) => {
                if (Number(typed) > 1) set('cardinality', Number(typed));
              }}
            />
          )}
        </Group>
        <FailureText text={findFieldError(failure, '/cardinality', 'The number of values')} />
      </div>
      <SettingInputs
        names={settings}
        values={values.settings}
        model={model}
        failure={failure}
        onChange={(changed) => {
          set('settings', changed);
        }}
      />
      <HintInputs draft={draft} failure={failure} />
      <FormButtons
        submit={submit}
        isSaving={isSaving}
        disabled={!isChanged}
        cancel={isNew ? 'Back' : 'Cancel'}
        onCancel={onBack}
      >
        {onSubmitAndAddAnother !== undefined && (
          <Button variant="default" disabled={isSaving} onClick={onSubmitAndAddAnother}>
            Save and add another
          </Button>
        )}
      </FormButtons>
    </Form>
  );
}

function FailureText({ text }: { readonly text: string | undefined }): ReactNode {
  return text === undefined ? null : (
    <Text size="xs" c="red" role="alert" data-error-text>
      {text}
    </Text>
  );
}

/** The machine name that was typed, or one made of the label. */
export function getFieldName({ name, label }: Field): string {
  return name === '' ? toMachineName(label, 'field_') : name;
}
