import { t } from '@lingui/core/macro';
import { Box, Checkbox, Group, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconArrowDown, IconArrowUp } from '../../icons/icons.js';
import { TextLink } from '../../layout/links.js';
import type { CollectionDocument, Resource } from '../../jsonapi/document.js';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { findMatch } from '../full-text/find-match.js';
import { SnippetText } from '../full-text/snippet-text.js';
import { EntryPicture } from '../pictures/entry-picture.js';
import { canHavePicture, findPicture } from '../pictures/find-picture.js';
import { getFieldLabel, getTitle, type ResourceType } from '../resource-type.js';
import { ChangesBadge } from '../status-badge.js';
import { PhoneColumns } from './phone-columns.js';
import { Cell } from './cell.js';
import { ColumnResizer } from './column-resizer.js';
import { EntryMenu } from './entry-menu.js';
import { type EntriesSearch, getColumns, getSort, hasScheduleColumn, isSortable } from './entries-search.js';
import { SCHEDULE_LABEL, ScheduleCell, type SchedulesByEntry } from './schedule-cell.js';
import { getRange } from './select-range.js';

interface EntriesTableProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly document: CollectionDocument;
  readonly search: EntriesSearch;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
  /** The ids of the entries with changes that are not published. */
  readonly changed: ReadonlySet<string>;
  /** When entries are published and unpublished. */
  readonly schedules: SchedulesByEntry;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Widths of columns in pixels by field name. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onResize: (widths: Readonly<Record<string, number>>) => void;
}

/** The table of entries, with a checkbox per row where entries can be written. */
export function EntriesTable(props: EntriesTableProps): ReactNode {
  const { resourceType, document, search, onChange, selected, onSelect, widths, onResize } = props;
  const columns = getColumns(resourceType, search);
  const selectable = resourceType.entity.writable;
  const ids = document.data.map(({ id }) => id);
  const sort = getSort(resourceType, search);
  const withSchedules = hasScheduleColumn(resourceType, search);
  const [lastToggled, setLastToggled] = useState<string>();
  function toggle(id: string, isChecked: boolean, withRange: boolean): void {
    const range = withRange ? getRange(ids, lastToggled, id) : [id];
    const others = [...selected].filter((other) => !range.includes(other));
    setLastToggled(id);
    onSelect(new Set(isChecked ? [...others, ...range] : others));
  }
  const header = (field: Field): Omit<SortHeaderProps, 'visibleFrom' | 'className'> => ({
    field,
    sort,
    onChange,
    width: widths[field.name],
    onResize: (width) => {
      const others = Object.entries(widths).filter(([name]) => name !== field.name);
      onResize(Object.fromEntries(width === undefined ? others : [...others, [field.name, width]]));
    },
  });
  return (
    <Table.ScrollContainer type="native" minWidth={0} className="entries-table">
      <Table
        highlightOnHover
        verticalSpacing="sm"
        horizontalSpacing="md"
        miw={{ sm: getTableWidth([resourceType.labelField, ...columns], widths) }}
      >
        <Table.Thead>
          <Table.Tr>
            {selectable && (
              <Table.Th w={44}>
                <Checkbox
                  aria-label={t`Select all of this page`}
                  checked={ids.every((id) => selected.has(id))}
                  indeterminate={ids.some((id) => selected.has(id)) && !ids.every((id) => selected.has(id))}
                  onChange={({ currentTarget }) => {
                    onSelect(new Set(currentTarget.checked ? ids : []));
                  }}
                />
              </Table.Th>
            )}
            <SortHeader {...header(resourceType.labelField)} className="entries-title" />
            {columns.map((field) => (
              <SortHeader key={field.name} {...header(field)} visibleFrom="sm" />
            ))}
            {withSchedules && <Table.Th visibleFrom="sm">{SCHEDULE_LABEL}</Table.Th>}
            {selectable && (
              <Table.Th w={56} className="entries-actions">
                <VisuallyHidden>{t`Actions`}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {document.data.map((entry) => (
            <Row
              key={entry.id}
              {...props}
              entry={entry}
              columns={columns}
              withSchedules={withSchedules}
              selectable={selectable}
              onToggle={toggle}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The least widths of columns in pixels; a table that needs more than the screen has is scrolled. */
const TITLE_WIDTH = 300;
const COLUMN_WIDTH = 150;

function getTableWidth(
  [title, ...columns]: readonly [Field, ...Field[]],
  widths: EntriesTableProps['widths'],
): number {
  const others = columns.map(({ name }) => widths[name] ?? COLUMN_WIDTH);
  return others.reduce((total, width) => total + width, widths[title.name] ?? TITLE_WIDTH);
}

interface RowProps extends Omit<EntriesTableProps, 'onSelect'> {
  /** @param withRange whether all rows since the one that was toggled before follow */
  readonly onToggle: (id: string, isChecked: boolean, withRange: boolean) => void;
  readonly entry: Resource;
  readonly columns: readonly Field[];
  /** Whether the column with the times is shown. */
  readonly withSchedules: boolean;
  readonly selectable: boolean;
}

function Row({
  entry,
  columns,
  selectable,
  resourceType,
  model,
  document,
  search,
  changed,
  schedules: schedulesByEntry,
  withSchedules,
  selected,
  onToggle,
  widths,
}: RowProps): ReactNode {
  const { id, type } = entry;
  const snippet = findMatch(entry, resourceType, search.q ?? '');
  const title = getTitle(entry, model);
  const schedules = schedulesByEntry.get(id);
  const cell = { entry, included: [...document.data, ...(document.included ?? [])], model, schedules };
  return (
    <Table.Tr
      bg={selected.has(id) ? 'var(--mantine-primary-color-light)' : undefined}
      data-selected={selected.has(id) || undefined}
    >
      {selectable && (
        <Table.Td>
          <Checkbox
            aria-label={t`Select ${title}`}
            checked={selected.has(id)}
            onMouseDown={(event) => {
              // Shift would select the text of the rows as well.
              if (event.shiftKey) event.preventDefault();
            }}
            onChange={({ currentTarget, nativeEvent }) => {
              onToggle(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
            }}
          />
        </Table.Td>
      )}
      <Table.Td className="entries-title">
        <Group gap="sm" wrap="nowrap">
          {canHavePicture(type, model) && (
            <EntryPicture type={type} url={findPicture(entry, document.included ?? [], model)} size={32} />
          )}
          <div>
            <Group gap="xs">
              <TextLink to="/entries/$type/$id" params={{ type, id }} fw={500}>
                {title}
              </TextLink>
              {changed.has(id) && <ChangesBadge />}
            </Group>
            {snippet !== undefined && <SnippetText snippet={snippet} />}
            <PhoneColumns columns={columns} {...cell} />
            {withSchedules && (
              <Box hiddenFrom="sm">
                <ScheduleCell schedules={schedules} />
              </Box>
            )}
          </div>
        </Group>
      </Table.Td>
      {columns.map((field) => (
        <Table.Td key={field.name} visibleFrom="sm" maw={widths[field.name] ?? 320}>
          <Cell field={field} {...cell} />
        </Table.Td>
      ))}
      {withSchedules && (
        <Table.Td visibleFrom="sm">
          <ScheduleCell schedules={schedules} />
        </Table.Td>
      )}
      {selectable && (
        <Table.Td py={4} className="entries-actions">
          <EntryMenu entry={entry} title={title} resourceType={resourceType} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

interface SortHeaderProps {
  readonly field: Field;
  readonly sort: string | undefined;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
  readonly width: number | undefined;
  readonly onResize: (width: number | undefined) => void;
  readonly visibleFrom?: 'sm';
  readonly className?: string;
}

/** A column header that sorts (ascending, then descending, then in the default order), with an edge that sizes the column. */
function SortHeader({
  field,
  sort,
  onChange,
  width,
  onResize,
  className,
  ...cell
}: SortHeaderProps): ReactNode {
  const { name } = field;
  const label = getFieldLabel(field);
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  const next = direction === 'ascending' ? `-${name}` : direction === 'descending' ? undefined : name;
  return (
    <Table.Th
      {...cell}
      className={['entries-header', className].filter(Boolean).join(' ')}
      miw={{ sm: width }}
      maw={{ sm: width }}
      w={{ sm: width }}
      {...(isSortable(field) ? { 'aria-sort': direction } : {})}
    >
      {isSortable(field) ? (
        <UnstyledButton
          onClick={() => {
            onChange({ sort: next });
          }}
        >
          <Group gap={4} wrap="nowrap">
            <Text fw={700} size="sm">
              {label}
            </Text>
            {direction === 'ascending' && <IconArrowUp size={14} />}
            {direction === 'descending' && <IconArrowDown size={14} />}
          </Group>
        </UnstyledButton>
      ) : (
        label
      )}
      <ColumnResizer label={label} width={width} onChange={onResize} />
    </Table.Th>
  );
}
