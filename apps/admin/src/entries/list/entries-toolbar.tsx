import { t } from '@lingui/core/macro';
import { Button, Group, Menu, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatWithinSentence } from '../../locales/format-within-sentence.js';
import { SearchInput } from '../../forms/search-input.js';
import { IconColumns3 } from '../../icons/icons.js';
import type { ContentModel } from '../../management-api/resources.js';
import { useSession } from '../../session/session-state.js';
import { getFieldLabel, type ResourceType } from '../resource-type.js';
import { AddFilter } from './add-filter.js';
import type { ListFilter } from './condition.js';
import {
  type EntriesSearch,
  getColumnNames,
  getSort,
  isSortable,
  isStatus,
  SCHEDULE_COLUMN,
} from './entries-search.js';
import { ExportButton } from './export-button.js';
import { FilterBar } from './filter-bar.js';
import { getFilterChoices } from './filter-choices.js';
import { SCHEDULE_LABEL } from './schedule-cell.js';

interface EntriesToolbarProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly search: EntriesSearch;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
}

/** The base field with the author of an entry. */
const AUTHOR = 'uid';

const STATUS = [
  { value: 'published', label: t`Published` },
  { value: 'unpublished', label: t`Draft` },
];

const SCHEDULED = { value: 'scheduled', label: t`Scheduled` };

/** The search input, the filters and the choice of columns. */
export function EntriesToolbar({ resourceType, model, search, onChange }: EntriesToolbarProps): ReactNode {
  const choices = getFilterChoices(resourceType, model);
  const { filters = [] } = search;
  return (
    <>
      <Group gap="sm">
        <SearchInput
          label={t`Search ${formatWithinSentence(getFieldLabel(resourceType.labelField))} and text`}
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
          data={resourceType.entity.schedulable ? [...STATUS, SCHEDULED] : STATUS}
          value={search.status ?? null}
          onChange={(status) => {
            onChange({ status: isStatus(status) ? status : undefined });
          }}
        />
        <AddFilter
          choices={choices}
          onAdd={(condition) => {
            onChange({ filters: [...filters, condition] });
          }}
        />
        <MineButton resourceType={resourceType} filters={filters} onChange={onChange} />
        <OrderSelect resourceType={resourceType} search={search} onChange={onChange} />
        <ColumnsMenu resourceType={resourceType} search={search} onChange={onChange} />
        <ExportButton resourceType={resourceType} model={model} search={search} />
      </Group>
      <FilterBar
        filters={filters}
        choices={choices}
        onChange={(changed) => {
          onChange({ filters: changed });
        }}
      />
    </>
  );
}

interface MineButtonProps extends Pick<EntriesToolbarProps, 'resourceType' | 'onChange'> {
  readonly filters: readonly ListFilter[];
}

/** Lists the entries whose author is the user, or those of all authors again; absent for types without an author. */
function MineButton({ resourceType, filters, onChange }: MineButtonProps): ReactNode {
  const { user } = useSession();
  if (!resourceType.allFields.some(({ name }) => name === AUTHOR)) return null;
  const isMine = (filter: ListFilter): boolean =>
    !('any' in filter) &&
    filter.path === `${AUTHOR}.id` &&
    filter.operator === '=' &&
    filter.value === user.id;
  const isPressed = filters.some(isMine);
  return (
    <Button
      variant={isPressed ? 'filled' : 'default'}
      aria-pressed={isPressed}
      onClick={() => {
        const mine = { path: `${AUTHOR}.id`, operator: '=', value: user.id };
        onChange({ filters: isPressed ? filters.filter((one) => !isMine(one)) : [...filters, mine] });
      }}
    >
      {t`Mine`}
    </Button>
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
  const shownColumns = getColumnNames(resourceType, search);
  const others = [
    ...resourceType.allFields
      .filter(({ name }) => name !== resourceType.labelField.name)
      .map((field) => ({ name: field.name, label: getFieldLabel(field) })),
    ...(resourceType.entity.schedulable ? [{ name: SCHEDULE_COLUMN, label: SCHEDULE_LABEL }] : []),
  ];
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          {t`Columns`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={340} style={{ overflowY: 'auto' }}>
        {others.map(({ name, label }) => {
          const isShown = shownColumns.includes(name);
          return (
            <Menu.CheckboxItem
              key={name}
              checked={isShown}
              onChange={() => {
                const columns = isShown
                  ? shownColumns.filter((one) => one !== name)
                  : [...shownColumns, name];
                onChange({ columns });
              }}
            >
              {label}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
