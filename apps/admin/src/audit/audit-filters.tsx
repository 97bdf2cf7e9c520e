import { Autocomplete, Group, Pill, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { AuditSearch } from './audit-search.js';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  /** Actions to suggest, such as `setting.changed`. */
  readonly actions: readonly string[];
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
          label="From"
          value={search.since}
          onChange={(since) => {
            onChange({ since });
          }}
        />
        <DayInput
          label="To"
          value={search.until}
          onChange={(until) => {
            onChange({ until });
          }}
        />
      </Group>
      <TableFilters search={search} onChange={onChange} />
    </>
  );
}

interface ActionFilterProps {
  readonly value: string;
  readonly actions: readonly string[];
  readonly onChange: (action: string) => void;
}

/** Filters when the typing pauses. */
function ActionFilter({ value, actions, onChange }: ActionFilterProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const debouncedChange = useDebouncedCallback(onChange, 400);
  return (
    <Autocomplete
      label="Action"
      placeholder="Any"
      clearable
      clearButtonProps={{ 'aria-label': 'Any action' }}
      data={[...actions]}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        debouncedChange(text.trim());
      }}
    />
  );
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
          text={`By ${actor}`}
          onRemove={() => {
            onChange({ actor: undefined });
          }}
        />
      )}
      {subjectKind !== undefined && (
        <FilterPill
          text={`About ${subjectKind} ${subjectId ?? ''}`}
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
      removeButtonProps={{ 'aria-label': `Remove filter ${text}`, 'aria-hidden': false, tabIndex: 0 }}
      onRemove={onRemove}
    >
      {text}
    </Pill>
  );
}
