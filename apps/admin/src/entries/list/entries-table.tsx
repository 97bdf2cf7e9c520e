import { Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../forms/relative-time.js';
import { TextLink } from '../../layout/links.js';
import type { CollectionDocument, Resource } from '../../jsonapi/document.js';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { getFieldLabel, getTitle, type ResourceType } from '../resource-type.js';
import { StatusBadge } from '../status-badge.js';
import { Cell } from './cell.js';
import { type EntriesSearch, getColumns, getSort, isSortable } from './entries-search.js';

interface EntriesTableProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly document: CollectionDocument;
  readonly search: EntriesSearch;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

/** The table of entries, with a checkbox per row where entries can be written. */
export function EntriesTable(props: EntriesTableProps): ReactNode {
  const { resourceType, document, search, onChange, selected, onSelect } = props;
  const columns = getColumns(resourceType, search);
  const selectable = resourceType.entity.writable;
  const ids = document.data.map(({ id }) => id);
  const sort = getSort(resourceType, search);
  return (
    <Table.ScrollContainer type="native" minWidth={0} className="entries-table">
      <Table
        highlightOnHover
        verticalSpacing="sm"
        horizontalSpacing="md"
        miw={{ sm: TITLE_WIDTH + columns.length * COLUMN_WIDTH }}
      >
        <Table.Thead>
          <Table.Tr>
            {selectable && (
              <Table.Th w={44}>
                <Checkbox
                  aria-label="Select all of this page"
                  checked={ids.every((id) => selected.has(id))}
                  indeterminate={ids.some((id) => selected.has(id)) && !ids.every((id) => selected.has(id))}
                  onChange={({ currentTarget }) => {
                    onSelect(new Set(currentTarget.checked ? ids : []));
                  }}
                />
              </Table.Th>
            )}
            <SortHeader
              field={resourceType.labelField}
              sort={sort}
              onChange={onChange}
              className="entries-title"
            />
            {columns.map((field) => (
              <SortHeader key={field.name} field={field} sort={sort} onChange={onChange} visibleFrom="sm" />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {document.data.map((entry) => (
            <Row key={entry.id} {...props} entry={entry} columns={columns} selectable={selectable} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The least widths of columns in pixels; a table that needs more than the screen has is scrolled. */
const TITLE_WIDTH = 300;
const COLUMN_WIDTH = 150;

interface RowProps extends EntriesTableProps {
  readonly entry: Resource;
  readonly columns: readonly Field[];
  readonly selectable: boolean;
}

function Row({ entry, columns, selectable, model, document, selected, onSelect }: RowProps): ReactNode {
  const { id, type, attributes } = entry;
  const title = getTitle(entry, model);
  return (
    <Table.Tr bg={selected.has(id) ? 'var(--mantine-primary-color-light)' : undefined}>
      {selectable && (
        <Table.Td>
          <Checkbox
            aria-label={`Select ${title}`}
            checked={selected.has(id)}
            onChange={({ currentTarget }) => {
              const others = [...selected].filter((other) => other !== id);
              onSelect(new Set(currentTarget.checked ? [...others, id] : others));
            }}
          />
        </Table.Td>
      )}
      <Table.Td className="entries-title">
        <TextLink to="/entries/$type/$id" params={{ type, id }} fw={500}>
          {title}
        </TextLink>
        <Group hiddenFrom="sm" gap="xs" mt={2}>
          {attributes['status'] === false && <StatusBadge isPublished={false} />}
          {typeof attributes['changed'] === 'string' && <RelativeTime at={attributes['changed']} />}
        </Group>
      </Table.Td>
      {columns.map((field) => (
        <Table.Td key={field.name} visibleFrom="sm" maw={320}>
          <Cell field={field} entry={entry} included={document.included ?? []} model={model} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

interface SortHeaderProps {
  readonly field: Field;
  readonly sort: string | undefined;
  readonly onChange: (changes: Partial<EntriesSearch>) => void;
  readonly visibleFrom?: 'sm';
  readonly className?: string;
}

/** A column header that sorts: ascending, then descending, then in the default order. */
function SortHeader({ field, sort, onChange, ...cell }: SortHeaderProps): ReactNode {
  const { name } = field;
  if (!isSortable(field)) return <Table.Th {...cell}>{getFieldLabel(field)}</Table.Th>;
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  const next = direction === 'ascending' ? `-${name}` : direction === 'descending' ? undefined : name;
  return (
    <Table.Th {...cell} aria-sort={direction}>
      <UnstyledButton
        onClick={() => {
          onChange({ sort: next });
        }}
      >
        <Group gap={4} wrap="nowrap">
          <Text fw={700} size="sm">
            {getFieldLabel(field)}
          </Text>
          {direction === 'ascending' && <IconArrowUp size={14} />}
          {direction === 'descending' && <IconArrowDown size={14} />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
