import { t } from '@lingui/core/macro';
import { Autocomplete, Group, Pill, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { AuditSearch } from './audit-search.js';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  /** The words of the actions to suggest, such as `changed a setting` of `setting.changed`. */
  readonly actions: ReadonlyMap<string, string>;
  readonly onChange: (changes: Partial<AuditSearch>) => void;
}

/** Inputs for the action and the days, and the filters set from the table. */
export function AuditFilters({ search, actions, onChange }: AuditFiltersProps): ReactNode {
  return (
    <>
      <Group align="flex-end" gap="sm">
        <ActionFilter
          value={search.action ?? ''}
          actions={actions}
          onChange={(action) => {
            onChange({ action: action === '' ? undefined : action });
          }}
        />
        <DayInput
          label={t`From`}
          value={search.since}
          onChange={(since) => {
            onChange({ since });
          }}
        />
        <DayInput
          label={t`To`}
          value={search.until}
          onChange={(until) => {
            onChange({ until });
          }}
        />
        <Switch
          label={t`Issued tokens, too`}
          mb={8}
          checked={search.tokens !== undefined}
          onChange={({ currentTarget }) => {
            onChange({ tokens: currentTarget.checked ? 'shown' : undefined });
          }}
        />
      </Group>
      <TableFilters search={search} onChange={onChange} />
    </>
  );
}

interface ActionFilterProps {
  readonly value: string;
  readonly actions: ReadonlyMap<string, string>;
  readonly onChange: (action: string) => void;
}

/** Filters when the typing pauses. Actions are chosen by their words; their names can be typed, too. */
function ActionFilter({ value, actions, onChange }: ActionFilterProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  const debouncedChange = useDebouncedCallback(onChange, 400);
  return (
    <Autocomplete
      label={t`Action`}
      placeholder={t`Any`}
      clearable
      clearButtonProps={{ 'aria-label': t`Any action` }}
      data={[...new Set(actions.values())]}
      value={typed ?? actions.get(value) ?? value}
      onChange={(text) => {
        setTyped(text);
        debouncedChange(findAction(actions, text.trim()) ?? text.trim());
      }}
    />
  );
}

function findAction(actions: ReadonlyMap<string, string>, words: string): string | undefined {
  return [...actions].find(([, known]) => known === words)?.[0];
}

interface DayInputProps {
  readonly label: string;
  /** Such as `2026-03-01`. */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

function DayInput({ label, value = '', onChange }: DayInputProps): ReactNode {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value === '' ? undefined : currentTarget.value);
      }}
    />
  );
}

/** The filters by actor and by subject, which are set with the buttons of the table and removed here. */
function TableFilters({ search, onChange }: Omit<AuditFiltersProps, 'actions'>): ReactNode {
  const { actor, subjectKind, subjectId } = search;
  if (actor === undefined && subjectKind === undefined) return null;
  return (
    <Group gap="xs">
      {actor !== undefined && (
        <FilterPill
          text={t`By ${actor}`}
          onRemove={() => {
            onChange({ actor: undefined });
          }}
        />
      )}
      {subjectKind !== undefined && (
        <FilterPill
          text={t`About ${subjectKind} ${subjectId ?? ''}`}
          onRemove={() => {
            onChange({ subjectKind: undefined, subjectId: undefined });
          }}
        />
      )}
    </Group>
  );
}

function FilterPill({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }): ReactNode {
  return (
    <Pill
      size="lg"
      withRemoveButton
      removeButtonProps={{ 'aria-label': t`Remove filter ${text}`, 'aria-hidden': false, tabIndex: 0 }}
      onRemove={onRemove}
    >
      {text}
    </Pill>
  );
}
