import { t } from '@lingui/core/macro';
import { type ComboboxItem, Group, type OptionsFilter, Select, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AuditSearch } from './audit-search.js';
import { AUDIT_WORDS } from './audit-words.js';
import { type KnownObjects, useKnownObjects } from './use-known-objects.js';
import { formatKind } from './use-subject-names.js';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (changes: Partial<AuditSearch>) => void;
}

const ACTIONS = Object.entries(AUDIT_WORDS).map(([value, label]) => ({ value, label }));

/** The kinds of objects that act. */
const ACTORS: readonly string[] = ['user', 'client'];

/** Inputs for the action, the person, the object and the days. */
export function AuditFilters({ search, onChange }: AuditFiltersProps): ReactNode {
  const known = useKnownObjects();
  return (
    <Group align="flex-end" gap="sm">
      <SearchableFilter
        label={t`Action`}
        data={addMissing(ACTIONS, search.action)}
        value={search.action}
        onChange={(action) => {
          onChange({ action });
        }}
      />
      <SearchableFilter
        label={t`By`}
        data={addMissing(toActorGroups(known), search.actor)}
        value={search.actor}
        onChange={(actor) => {
          onChange({ actor });
        }}
      />
      <SubjectFilter known={known} search={search} onChange={onChange} />
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
  );
}

interface ChoiceGroup {
  readonly group: string;
  readonly items: readonly ComboboxItem[];
}

type Choices = readonly (ComboboxItem | ChoiceGroup)[];

interface SearchableFilterProps {
  readonly label: string;
  readonly data: Choices;
  /** `undefined`: any. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly onSearch?: (text: string) => void;
}

/** A choice that is found by a part of its words or of its value, such as an id. */
function SearchableFilter({ label, data, value, onChange, onSearch }: SearchableFilterProps): ReactNode {
  return (
    <Select
      label={label}
      placeholder={t`Any`}
      w={190}
      maw="100%"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`Clear ${label}` }}
      nothingFoundMessage={t`Nothing found`}
      filter={matchWordsOrValue}
      data={data.map((choice) => ('items' in choice ? { ...choice, items: [...choice.items] } : choice))}
      value={value ?? null}
      onChange={(chosen) => {
        onChange(chosen ?? undefined);
      }}
      {...(onSearch === undefined ? {} : { onSearchChange: onSearch })}
    />
  );
}

const matchWordsOrValue: OptionsFilter = ({ options, search }) => {
  const text = search.trim().toLowerCase();
  const matches = ({ label = '', value }: { readonly label?: string; readonly value: unknown }): boolean =>
    `${label} ${String(value)}`.toLowerCase().includes(text);
  return options.flatMap((option) => {
    if (!('items' in option)) return matches(option) ? option : [];
    const items = option.items.filter(matches);
    return items.length === 0 ? [] : { ...option, items };
  });
};

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Chooses an object of the site, or an entry by its id or by the address of its form. */
function SubjectFilter({
  known,
  search: { subjectKind: kind, subjectId: id },
  onChange,
}: AuditFiltersProps & { readonly known: readonly KnownObjects[] }): ReactNode {
  const [text, setText] = useState('');
  const [entry] = UUID.exec(text) ?? [];
  const typed = entry === undefined ? [] : [toSubjectChoice('entry', entry.toLowerCase(), text)];
  const chosen = kind === undefined || id === undefined ? undefined : toSubjectChoice(kind, id);
  return (
    <SearchableFilter
      label={t`About`}
      data={addMissing([...typed, ...known.map(toSubjectGroup)], chosen?.value, chosen?.label)}
      value={chosen?.value}
      onSearch={setText}
      onChange={(value = '') => {
        const [, subjectKind, subjectId] = /^(\S+) (.+)$/.exec(value) ?? [];
        onChange({ subjectKind, subjectId });
      }}
    />
  );
}

/** @param label its words, if they are no name */
function toSubjectChoice(kind: string, id: string, label = `${formatKind(kind)} ${id}`): ComboboxItem {
  return { value: `${kind} ${id}`, label };
}

function toSubjectGroup({ label, kind, objects }: KnownObjects): ChoiceGroup {
  return {
    group: label,
    items: objects.map(({ id, name }) => toSubjectChoice(kind, id, `${formatKind(kind)} ${name}`)),
  };
}

function toActorGroups(known: readonly KnownObjects[]): readonly ChoiceGroup[] {
  return known
    .filter(({ kind }) => ACTORS.includes(kind))
    .map(({ label, objects }) => ({
      group: label,
      items: objects.map(({ id, name }) => ({ value: id, label: name })),
    }));
}

/** The choices with one for a value that has none, such as the id of a deleted user. */
function addMissing(choices: Choices, value: string | undefined, label = value): Choices {
  const items = choices.flatMap((choice) => ('items' in choice ? choice.items : choice));
  if (value === undefined || label === undefined || items.some((item) => item.value === value))
    return choices;
  return [{ value, label }, ...choices];
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
