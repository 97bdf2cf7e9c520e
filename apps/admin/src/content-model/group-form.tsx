import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { getFormDisplay, getGroupLabels, getRegion, toFormDisplay } from '../entries/form-layout.js';
import { CheckboxList } from '../forms/checkbox-list.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { isSame } from '../forms/is-same.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import type { Bundle, Field, FormRegion } from '../management-api/resources.js';
import { GroupInput, RegionInput } from './form-display-inputs.js';

/** A group of fields in a column of the form. */
export interface GroupName {
  readonly label: string;
  readonly region: FormRegion;
}

interface GroupFormProps {
  readonly bundle: Bundle;
  /** The group to change; `undefined` for a new one. */
  readonly group: GroupName | undefined;
  readonly onDone: () => void;
}

interface GroupValues extends GroupName {
  /** The names of its fields. */
  readonly chosen: readonly string[];
}

/** The name, the column and the fields of a group of the form of entries. */
export function GroupForm({
  bundle: { entityType, bundle, fields },
  group,
  onDone,
}: GroupFormProps): ReactNode {
  const draft = useDraft<GroupValues>({
    label: group?.label ?? '',
    region: group?.region ?? 'main',
    chosen: fields.filter((field) => isMember(field, group)).map(({ name }) => name),
  });
  const { label, region, chosen } = draft.values;
  const changes = fields.flatMap((field) => {
    const formDisplay = chosen.includes(field.name)
      ? toFormDisplay(label.trim(), region)
      : isMember(field, group)
        ? toFormDisplay('', getRegion(field))
        : getFormDisplay(field);
    return isSame(formDisplay, getFormDisplay(field)) ? [] : [{ name: field.name, formDisplay }];
  });
  const save = useAction({
    mutationFn: async () => {
      for (const { name, formDisplay } of changes)
        await managementApi.changeModel(
          'PATCH',
          `/bundles${buildPath(entityType, bundle)}/fields${buildPath(name)}`,
          { formDisplay },
        );
    },
    successMessage: t`Saved`,
    invalidates: [['content-model']],
    onSuccess: onDone,
  });
  return (
    <Form
      onSubmit={save.mutate}
      failure={save.error}
      inputPointers={['/formDisplay']}
      unsaved={{ form: `content-model/${entityType}--${bundle}/groups/${formatGroup(group)}`, draft }}
    >
      <GroupInput
        label={t`Name of the group`}
        description={t`The heading above its fields in the form of entries.`}
        required
        data-autofocus
        groups={getGroupLabels(fields)}
        value={label}
        failure={save.error}
        onChange={(typed) => {
          draft.set('label', typed);
        }}
      />
      <RegionInput
        value={region}
        failure={save.error}
        onChange={(next) => {
          draft.set('region', next);
        }}
      />
      <CheckboxList
        label={t`Fields`}
        choices={fields.map((field) => ({
          value: field.name,
          label: field.label,
          ...(isMember(field, group) ? {} : describePlace(field)),
        }))}
        value={chosen}
        error={undefined}
        onChange={(names) => {
          draft.set('chosen', names);
        }}
      />
      <FormButtons
        submit={t`Save group`}
        isSaving={save.isPending}
        disabled={label.trim() === '' || changes.length === 0}
        onCancel={onDone}
      />
    </Form>
  );
}

function formatGroup(group: GroupName | undefined): string {
  return group === undefined ? 'new' : `${group.region}/${group.label}`;
}

function isMember(field: Field, group: GroupName | undefined): boolean {
  return group !== undefined && field.formDisplay?.group === group.label && getRegion(field) === group.region;
}

function describePlace({ formDisplay }: Field): { readonly description?: string } {
  return formDisplay?.group === undefined ? {} : { description: t`Now in ${formDisplay.group}` };
}
