import { t } from '@lingui/core/macro';
import { Button, Group, Menu, Pill, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { SearchInput } from '../../forms/search-input.js';
import { IconColumns3 } from '../../icons/icons.js';
import type { ContentModel } from '../../management-api/resources.js';
import { getFieldLabel, type ResourceType } from '../resource-type.js';
import { AddFilter } from './add-filter.js';
import { type EntriesSearch, getColumns, getSort, isSortable } from './entries-search.js';
import { ExportButton } from './export-button.js';
import { formatCondition, getFilterChoices } from './filter-choices.js';
import { useTargetTitles } from './use-target-titles.js';

interface EntriesToolbarProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly search: EntriesSearch;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
}

const STATUS = [
  { value: 'published', label: t`Published` },
  { value: 'unpublished', label: t`Unpublished` },
];

/** The search input, the filters and the choice of columns. */
export function EntriesToolbar({ resourceType, model, search, onChange }: EntriesToolbarProps): ReactNode {
  const choices = getFilterChoices(resourceType, model);
  const { filters = [] } = search;
  const titles = useTargetTitles(
    filters.flatMap(({ path, value: id }) => {
      const types = choices.find((choice) => choice.path === path)?.targetTypes;
      return types === undefined ? [] : [{ types, id }];
    }),
  );
  return (
    <>
      <Group gap="sm">
        <SearchInput
          label={t`Search ${getFieldLabel(resourceType.labelField).toLowerCase()} and text`}
          value={search.q ?? ''}
          onChange={(q) => {
            onChange({ q: q === '' ? undefined : q });
          }}
        />
        <Select
          aria-label={t`Status`}
          placeholder={t`Any status`}
          clearable
          clearButtonProps={{ 'aria-label': t`Any status` }}
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
        <OrderSelect resourceType={resourceType} search={search} onChange={onChange} />
        <ColumnsMenu resourceType={resourceType} search={search} onChange={onChange} />
        <ExportButton resourceType={resourceType} model={model} search={search} />
      </Group>
      {filters.length > 0 && (
        <Group gap="xs" aria-label={t`Filters`} role="group">
          {filters.map((condition, index) => (
            <Pill
              key={index}
              size="lg"
              withRemoveButton
              removeButtonProps={{ 'aria-label': t`Remove filter`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => {
                onChange({ filters: filters.toSpliced(index, 1) });
              }}
            >
              {formatCondition(condition, choices, titles)}
            </Pill>
          ))}
        </Group>
      )}
    </>
  );
}

/** The order of the list, on narrow screens, which have no column headers to sort by. */
function OrderSelect({ resourceType, search, onChange }: Omit<EntriesToolbarProps, 'model'>): ReactNode {
  const orders = resourceType.allFields.filter(isSortable).flatMap((field) => [
    { value: field.name, label: `${getFieldLabel(field)} ↑` },
    { value: `-${field.name}`, label: `${getFieldLabel(field)} ↓` },
  ]);
  return (
    <Select
      hiddenFrom="sm"
      aria-label={t`Order`}
      placeholder={t`Best matches`}
      allowDeselect={false}
      w={160}
      data={orders}
      value={getSort(resourceType, search) ?? null}
      onChange={(sort) => {
        onChange({ sort: sort ?? undefined });
      }}
    />
  );
}

function ColumnsMenu({ resourceType, search, onChange }: Omit<EntriesToolbarProps, 'model'>): ReactNode {
  const shownColumns = getColumns(resourceType, search).map(({ name }) => name);
  const others = resourceType.allFields.filter(({ name }) => name !== resourceType.labelField.name);
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          {t`Columns`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={340} style={{ overflowY: 'auto' }}>
        {others.map((field) => {
          const isShown = shownColumns.includes(field.name);
          return (
            <Menu.CheckboxItem
              key={field.name}
              checked={isShown}
              onChange={() => {
                const columns = isShown
                  ? shownColumns.filter((name) => name !== field.name)
                  : [...shownColumns, field.name];
                onChange({ columns });
              }}
            >
              {getFieldLabel(field)}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
