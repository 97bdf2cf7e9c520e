import { t } from '@lingui/core/macro';
import { Autocomplete, Input, SegmentedControl } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { FORM_REGIONS, getRegion, REGION_LABELS, toFormDisplay } from '../entries/form-layout.js';
import type { Draft } from '../forms/use-draft.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { Field, FormRegion } from '../management-api/resources.js';

interface FormDisplayInputsProps {
  readonly draft: Draft<Field>;
  readonly groups: readonly string[];
  readonly failure: unknown;
}

/** The inputs for the place of a field in the form of entries. */
export function FormDisplayInputs({ draft, groups, failure }: FormDisplayInputsProps): ReactNode {
  const { values, set } = draft;
  const group = values.formDisplay?.group ?? '';
  return (
    <>
      <GroupInput
        description={t`Fields of a group are shown together, below its name.`}
        groups={groups}
        value={group}
        failure={failure}
        onChange={(typed) => {
          set('formDisplay', toFormDisplay(typed, getRegion(values)));
        }}
      />
      <RegionInput
        value={getRegion(values)}
        failure={failure}
        onChange={(region) => {
          set('formDisplay', toFormDisplay(group, region));
        }}
      />
    </>
  );
}

interface GroupInputProps {
  readonly value: string;
  /** The labels of the present groups, as suggestions. */
  readonly groups: readonly string[];
  readonly label?: string;
  readonly description: string;
  readonly required?: boolean;
  /** Whether it gets the focus when its dialog opens. */
  readonly 'data-autofocus'?: boolean;
  readonly failure: unknown;
  readonly onChange: (group: string) => void;
}

/** The input for the heading of a group of fields. */
export function GroupInput({ label = t`Group`, groups, failure, ...input }: GroupInputProps): ReactNode {
  return (
    <Autocomplete
      {...input}
      label={label}
      data={[...groups]}
      openOnFocus={false}
      maxLength={BOUNDS['Field.new'].formDisplay.group.maxLength}
      error={findFieldError(failure, '/formDisplay/group', label)}
    />
  );
}

interface RegionInputProps {
  readonly value: FormRegion;
  readonly failure: unknown;
  readonly onChange: (region: FormRegion) => void;
}

/** The choice of a column of the form. */
export function RegionInput({ value, failure, onChange }: RegionInputProps): ReactNode {
  const id = useId();
  return (
    <Input.Wrapper
      label={t`Column of the form`}
      labelElement="div"
      labelProps={{ id }}
      description={t`On phones the side panel is below the main column.`}
      error={findFieldError(failure, '/formDisplay/region', t`Column of the form`)}
      data-error-group
    >
      <SegmentedControl
        mt={4}
        w="fit-content"
        aria-labelledby={id}
        data={FORM_REGIONS.map((region) => ({ value: region, label: REGION_LABELS[region] }))}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
