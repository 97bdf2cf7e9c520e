import { Button, CloseButton, Group, Menu, Pill, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ContentModel } from '../../manage/shapes.js';
import { labelOf, type ResourceType } from '../resource-type.js';
import { AddFilter } from './add-filter.js';
import { columnsOf } from './columns.js';
import type { Condition, EntriesSearch } from './entries-search.js';
import { filterChoices, type FilterChoice, OPERATOR_LABELS } from './filter-choices.js';

interface EntriesToolbarProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly search: EntriesSearch;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
}

const STATUS = [
  { value: 'published', label: 'Published' },
  { value: 'unpublished', label: 'Unpublished' },
];

export function EntriesToolbar({ resourceType, model, search, onChange }: EntriesToolbarProps): ReactNode {
  const choices = filterChoices(resourceType, model);
  const { filters = [] } = search;
  return (
    <>
      <Group gap="sm">
        <SearchInput
          label={`Search by ${labelOf(resourceType.labelField).toLowerCase()}`}
          value={search.q ?? ''}
          onChange={(q) => {
            onChange({ q: q === '' ? undefined : q });
          }}
        />
        <Select
          aria-label="Status"
          placeholder="Any status"
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          w={160}
          data={STATUS}
          value={search.status ?? null}
          onChange={(status) => {
            onChange({ status: status === 'published' || status === 'unpublished' ? status : undefined });
          }}
        />
        <AddFilter
          choices={choices}
          onAdd={(condition) => {
            onChange({ filters: [...filters, condition] });
          }}
        />
        <Columns resourceType={resourceType} search={search} onChange={onChange} />
      </Group>
      {filters.length > 0 && (
        <Group gap="xs" aria-label="Filters" role="group">
          {filters.map((condition, index) => (
            <Pill
              key={index}
              size="lg"
              withRemoveButton
              removeButtonProps={{ 'aria-label': 'Remove filter', 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => {
                onChange({ filters: filters.toSpliced(index, 1) });
              }}
            >
              {conditionText(condition, choices)}
            </Pill>
          ))}
        </Group>
      )}
    </>
  );
}

function conditionText({ path, operator, value }: Condition, choices: readonly FilterChoice[]): string {
  const choice = choices.find((one) => one.path === path);
  const shown = choice?.values?.find((one) => one.value === value)?.label ?? value;
  return `${choice?.label ?? path} ${OPERATOR_LABELS[operator] ?? operator} ${shown}`.trim();
}

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Searches when the typing pauses. */
function SearchInput({ label, value, onChange }: SearchInputProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const later = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      flex="1 1 220px"
      maw={420}
      leftSection={<IconSearch size={16} />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setTyped('');
              onChange('');
            }}
          />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        later(currentTarget.value.trim());
      }}
    />
  );
}

function Columns({ resourceType, search, onChange }: Omit<EntriesToolbarProps, 'model'>): ReactNode {
  const shown = columnsOf(resourceType, search).map(({ name }) => name);
  const others = resourceType.allFields.filter(({ name }) => name !== resourceType.labelField.name);
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" visibleFrom="sm" leftSection={<IconColumns3 size={16} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {others.map((field) => {
          const isShown = shown.includes(field.name);
          return (
            <Menu.CheckboxItem
              key={field.name}
              checked={isShown}
              onChange={() => {
                const columns = isShown
                  ? shown.filter((name) => name !== field.name)
                  : [...shown, field.name];
                onChange({ columns });
              }}
            >
              {labelOf(field)}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
