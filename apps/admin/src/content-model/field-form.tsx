import { t } from '@lingui/core/macro';
import { Button, Group, Input, NumberInput, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { toMachineName, validateMachineName } from '../forms/machine-name.js';
import type { Draft } from '../forms/use-draft.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { ContentModel, Field } from '../management-api/resources.js';
import { FormDisplayInputs } from './form-display-inputs.js';
import { getFieldTypeLabel } from './field-type-labels.js';
import { convertDefaultValue, HINT_POINTERS, HintInputs } from './hint-inputs.js';
import { SettingInputs } from './setting-inputs.js';

interface FieldFormProps {
  /** Names the form, as `UnsavedForm` does. */
  readonly form: string;
  readonly draft: Draft<Field>;
  readonly isNew: boolean;
  readonly model: ContentModel;
  /** The labels of the groups of the type. */
  readonly groups: readonly string[];
  readonly submit: string;
  readonly failure: unknown;
  readonly isSaving: boolean;
  readonly onBack: () => void;
  readonly onSubmit: () => void;
  /** Submits, and then begins another field; absent where there is none. */
  readonly onSubmitAndAddAnother?: () => void;
  readonly onReload?: () => void;
}

const POINTERS = ['/label', '/name', '/required', '/cardinality', ...HINT_POINTERS, '/formDisplay'];
const CARDINALITIES = [
  { value: 'one', label: t`One` },
  { value: 'some', label: t`Up to …` },
  { value: 'any', label: t`Any number` },
];

export function FieldForm(props: FieldFormProps): ReactNode {
  const { form, draft, isNew, model, groups, submit, failure, isSaving, onBack, onSubmit, onReload } = props;
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
      onKeyDown={(event) => {
        const isAsked = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (!isAsked || onSubmitAndAddAnother === undefined) return;
        event.preventDefault();
        onSubmitAndAddAnother();
      }}
      unsaved={{ form, draft, isMember: isFieldMember }}
    >
      <Text size="sm" c="dimmed">
        {getFieldTypeLabel(type)}
      </Text>
      <TextInput
        label={t`Label`}
        required
        ref={label}
        data-autofocus
        value={values.label}
        error={findFieldError(failure, '/label', t`Label`)}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <TextInput
        label={t`Machine name`}
        description={t`The key in documents. It cannot be changed later.`}
        required
        disabled={!isNew}
        value={name}
        error={validateMachineName(name) ?? findFieldError(failure, '/name', t`Machine name`)}
        onChange={({ currentTarget }) => {
          set('name', currentTarget.value);
        }}
      />
      <Switch
        label={t`Required`}
        description={t`An entry cannot be saved without a value.`}
        checked={values.required}
        error={findFieldError(failure, '/required', t`Required`)}
        onChange={({ currentTarget }) => {
          set('required', currentTarget.checked);
        }}
      />
      <div data-error-group>
        <Input.Label labelElement="div" id="how-many">
          {t`How many values?`}
        </Input.Label>
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
              aria-label={t`At most`}
              w={100}
              min={2}
              max={BOUNDS['Field.new'].cardinality.maximum}
              value={cardinality}
              onChange={(typed) => {
                if (Number(typed) > 1) set('cardinality', Number(typed));
              }}
            />
          )}
        </Group>
        <FailureText text={findFieldError(failure, '/cardinality', t`The number of values`)} />
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
      <FormDisplayInputs draft={draft} groups={groups} failure={failure} />
      <FormButtons
        submit={submit}
        isSaving={isSaving}
        disabled={!isChanged}
        cancel={isNew ? t`Back` : t`Cancel`}
        onCancel={onBack}
      >
        {onSubmitAndAddAnother !== undefined && (
          <Button
            variant="default"
            disabled={isSaving}
            onClick={onSubmitAndAddAnother}
            aria-keyshortcuts="Control+Enter"
            title={t`Save and add another (Ctrl+Enter)`}
          >
            {t`Save and add another`}
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

/** Whether a field can have a member: those without a value are absent. */
function isFieldMember(name: string): boolean {
  return POINTERS.includes(`/${name}`) || name === 'settings';
}

/** The machine name that was typed, or one made of the label. */
export function getFieldName({ name, label }: Field): string {
  return name === '' ? toMachineName(label, 'field_') : name;
}
