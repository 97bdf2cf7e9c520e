import { t } from '@lingui/core/macro';
import { Button, Pill, Popover, Select, Stack, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { IconFilterPlus } from '../../icons/icons.js';
import type { Condition } from './condition.js';
import { requiresValue } from './entries-search.js';
import { type FilterChoice, OPERATOR_LABELS } from './filter-choices.js';
import { getOwn } from '../../own-members.js';
import { IN_POPOVER, ValueInput } from './filter-value.js';

interface AddFilterProps {
  readonly choices: readonly FilterChoice[];
  readonly onAdd: (condition: Condition) => void;
}

interface FilterPillProps {
  readonly condition: Condition;
  /** The condition as text. */
  readonly text: string;
  readonly choices: readonly FilterChoice[];
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

/** A button and a popover that adds a condition. */
export function AddFilter({ choices, onAdd }: AddFilterProps): ReactNode {
  return (
    <ConditionPopover choices={choices} submitLabel={t`Add filter`} onSubmit={onAdd}>
      {(target) => (
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilterPlus size={16} />} {...target}>
            {t`Filter`}
          </Button>
        </Popover.Target>
      )}
    </ConditionPopover>
  );
}

interface AddAlternativeProps extends AddFilterProps {
  /** The conditions that get an alternative, as text. */
  readonly label: string;
  /** The field that is proposed. */
  readonly path: string | undefined;
}

/** A button and a popover that adds an alternative to conditions. */
export function AddAlternative({ label, choices, path, onAdd }: AddAlternativeProps): ReactNode {
  return (
    <ConditionPopover choices={choices} path={path} submitLabel={t`Add alternative`} onSubmit={onAdd}>
      {(target) => (
        <Popover.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t`or: add an alternative to ${label}`}
            {...target}
          >
            {t`or …`}
          </Button>
        </Popover.Target>
      )}
    </ConditionPopover>
  );
}

/** A condition with a popover that changes it, and a button that removes it. */
export function FilterPill({ condition, text, choices, onChange, onRemove }: FilterPillProps): ReactNode {
  return (
    <ConditionPopover
      condition={condition}
      choices={choices}
      submitLabel={t`Change filter`}
      onSubmit={onChange}
    >
      {(target) => (
        <Pill
          size="lg"
          withRemoveButton
          removeButtonProps={{ 'aria-label': t`Remove filter`, 'aria-hidden': false, tabIndex: 0 }}
          onRemove={onRemove}
        >
          <Popover.Target>
            <UnstyledButton fz="inherit" {...target}>
              {text}
            </UnstyledButton>
          </Popover.Target>
        </Pill>
      )}
    </ConditionPopover>
  );
}

interface ConditionPopoverProps extends ConditionFormProps {
  /** The target of the popover, which gets the handler that opens it. */
  readonly children: (target: { readonly onClick: () => void }) => ReactNode;
}

/** A popover with the form of a condition, which closes when it is submitted. */
function ConditionPopover({ children, onSubmit, ...form }: ConditionPopoverProps): ReactNode {
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      trapFocus
      returnFocus
      withArrow
      shadow="md"
    >
      {children({ onClick: toggle })}
      <Popover.Dropdown w={280}>
        <ConditionForm
          {...form}
          onSubmit={(condition) => {
            close();
            onSubmit(condition);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConditionFormProps {
  readonly choices: readonly FilterChoice[];
  /** The condition that is changed; absent for a new one. */
  readonly condition?: Condition;
  /** The field that is proposed for a new one. */
  readonly path?: string | undefined;
  readonly submitLabel: string;
  readonly onSubmit: (condition: Condition) => void;
}

function ConditionForm({
  choices,
  condition,
  path: proposed = choices[0]?.path ?? '',
  submitLabel,
  onSubmit,
}: ConditionFormProps): ReactNode {
  const [path, setPath] = useState(condition?.path ?? proposed);
  const choice = choices.find((candidate) => candidate.path === path);
  const [chosen, setOperator] = useState(condition?.operator);
  const operator = choice?.operators.find((candidate) => candidate === chosen) ?? choice?.operators[0] ?? '=';
  const [value, setValue] = useState(condition?.value ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ path, operator, value: requiresValue(operator) ? value : '' });
        setValue('');
      }}
    >
      <Stack gap="xs">
        <Select
          label={t`Field`}
          data={choices.map((option) => ({ value: option.path, label: option.label }))}
          value={path}
          allowDeselect={false}
          comboboxProps={IN_POPOVER}
          onChange={(next) => {
            setPath(next ?? '');
            setValue('');
          }}
        />
        <Select
          label={t`Condition`}
          data={(choice?.operators ?? []).map((name) => ({
            value: name,
            label: getOwn(OPERATOR_LABELS, name) ?? name,
          }))}
          value={operator}
          allowDeselect={false}
          comboboxProps={IN_POPOVER}
          onChange={(next) => {
            setOperator(next ?? undefined);
            if (choice?.input === 'date') setValue('');
          }}
        />
        {requiresValue(operator) && (
          <ValueInput choice={choice} operator={operator} value={value} onChange={setValue} />
        )}
        <Button
          type="submit"
          mt="xs"
          disabled={choice?.targetTypes !== undefined && requiresValue(operator) && value === ''}
        >
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
