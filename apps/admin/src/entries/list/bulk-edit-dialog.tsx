import { plural, t } from '@lingui/core/macro';
import { Alert, Select, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { confirm } from '../../forms/confirm.js';
import { Form } from '../../forms/form.js';
import { FormDialog } from '../../forms/form-dialog.js';
import { FormButtons } from '../../forms/form-buttons.js';
import type { Json } from '../../jsonapi/document.js';
import type { Field } from '../../management-api/resources.js';
import { FieldInput } from '../editor/field-input.js';
import { getFieldLabel, getWritableFields, type ResourceType, STATUS } from '../resource-type.js';
import { assertValid, validateValue } from '../validate-values.js';
import { formatPointer, getInitialValues, toMembers } from '../values.js';
import { ASKED_MINIMUM, type BulkScope, TYPED_MINIMUM, usePublishedCount } from './bulk-consequence.js';
import { formatQuestion } from './bulk-words.js';
import { toIdsTarget, toMatchingTarget, useBulkJob } from './use-bulk-job.js';

type Mode = 'replace' | 'add' | 'remove';

const MODES = [
  { value: 'add', label: t`Add to what entries have` },
  { value: 'remove', label: t`Remove from what entries have` },
  { value: 'replace', label: t`Replace what entries have` },
];

interface BulkEditFormProps extends BulkScope {
  readonly resourceType: ResourceType;
  readonly onClose: () => void;
  /** Called with the id of the job that changes the entries. */
  readonly onJob: (id: string) => void;
}

interface BulkEditDialogProps extends BulkEditFormProps {
  readonly opened: boolean;
}

/** A dialog that sets one field of many entries, adds to it or removes from it. */
export function BulkEditDialog({ opened, ...props }: BulkEditDialogProps): ReactNode {
  const { ids, isAll, matching, onClose } = props;
  const count = isAll ? matching.count : ids.length;
  const title = plural(count, { one: 'Edit a field of # entry', other: 'Edit a field of # entries' });
  return (
    <FormDialog opened={opened} onClose={onClose} title={title} size="lg">
      <BulkEditForm {...props} />
    </FormDialog>
  );
}

function BulkEditForm(props: BulkEditFormProps): ReactNode {
  const { resourceType, ids, isAll, matching, onClose, onJob } = props;
  const { type } = resourceType;
  const fields = getEditableFields(resourceType);
  const [name, setName] = useState<string>();
  const field = fields.find((one) => one.name === name);
  const [mode, setMode] = useState<Mode>('replace');
  const [value, setValue] = useState<Json>(null);
  const job = useBulkJob((id) => {
    onClose();
    onJob(id);
  });
  const count = isAll ? matching.count : ids.length;

  function choose(next: Field | undefined, nextMode?: Mode): void {
    setName(next?.name);
    setMode(nextMode ?? (next === undefined || next.cardinality === 1 ? 'replace' : 'add'));
    setValue(next === undefined ? null : getFirstValue(next));
    job.reset();
  }

  function send(edited: Field): void {
    job.mutate(() => {
      const values = { [edited.name]: value };
      assertValid(values, [edited]);
      const target = isAll ? toMatchingTarget(type, matching) : toIdsTarget(type, ids);
      return { ...target, action: 'update', data: toMembers(values, [edited]), mode };
    });
  }

  function ask(edited: Field): void {
    if (count < ASKED_MINIMUM || validateValue(value, edited) !== undefined) {
      send(edited);
      return;
    }
    confirm({
      ...formatQuestion('update', count),
      text: <EditConsequence {...props} field={edited} mode={mode} value={value} />,
      word: count < TYPED_MINIMUM ? undefined : t`change`,
      isHarmless: true,
      onConfirm: () => {
        send(edited);
      },
    });
  }

  // A list that gets or loses values need not have one.
  const shown = field && (mode === 'replace' ? field : { ...field, required: false });
  return (
    <Form
      onSubmit={() => {
        if (shown !== undefined) ask(shown);
      }}
      failure={job.error}
      inputPointers={shown === undefined ? [] : [formatPointer(shown)]}
    >
      <Select
        label={t`Field`}
        data-autofocus
        searchable
        placeholder={t`Choose a field`}
        data={fields.map((one) => ({ value: one.name, label: getFieldLabel(one) }))}
        value={name ?? null}
        allowDeselect={false}
        onChange={(next) => {
          choose(fields.find((one) => one.name === next));
        }}
      />
      {field !== undefined && field.cardinality !== 1 && (
        <Select
          label={t`What happens`}
          data={MODES}
          value={mode}
          allowDeselect={false}
          onChange={(next) => {
            choose(field, MODES.find((one) => one.value === next)?.value as Mode | undefined);
          }}
        />
      )}
      {shown !== undefined && (
        <>
          <FieldInput
            key={`${shown.name} ${mode}`}
            field={shown}
            type={type}
            value={value}
            onChange={setValue}
            failure={job.error}
            disabled={false}
          />
          <Alert>
            <EditConsequence {...props} field={shown} mode={mode} value={value} />
          </Alert>
        </>
      )}
      <FormButtons
        submit={formatQuestion('update', count).confirmLabel}
        isSaving={job.isPending}
        disabled={shown === undefined || (mode !== 'replace' && isEmpty(value))}
        onCancel={onClose}
      />
    </Form>
  );
}

/** The status has buttons, and a path belongs to one entry. */
function getEditableFields(resourceType: ResourceType): readonly Field[] {
  return getWritableFields(resourceType).filter(({ name, type }) => name !== STATUS && type !== 'path');
}

/** A switch shows no value as «no». */
function getFirstValue(field: Field): Json {
  return field.type === 'boolean' && field.cardinality === 1
    ? false
    : (getInitialValues([field])[field.name] ?? null);
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.every((item) => item === null));
}

interface EditConsequenceProps extends BulkScope {
  readonly resourceType: ResourceType;
  readonly field: Field;
  readonly mode: Mode;
  readonly value: Json;
}

/** What the change does to the entries, and for readers. */
function EditConsequence({ field, mode, value, ...scope }: EditConsequenceProps): ReactNode {
  const published = usePublishedCount(scope.resourceType.type, scope);
  return (
    <Stack gap="xs">
      <div>{formatEdit(getFieldLabel(field), mode, isEmpty(value))}</div>
      {published.isPending ? (
        <Skeleton height={20} />
      ) : (
        published.count !== undefined &&
        published.count > 0 && (
          <div>
            {plural(published.count, {
              one: '# of them is published: it changes for readers at once.',
              other: '# of them are published: they change for readers at once.',
            })}
          </div>
        )
      )}
      <div>{t`The result offers to undo it, for seven days.`}</div>
    </Stack>
  );
}

function formatEdit(label: string, mode: Mode, isEmptied: boolean): string {
  if (mode === 'add') return t`${label}: these values are added, the others stay.`;
  if (mode === 'remove') return t`${label}: these values are removed, the others stay.`;
  return isEmptied
    ? t`${label} becomes empty in all of them.`
    : t`${label} gets this value in all of them, in place of what they have.`;
}
