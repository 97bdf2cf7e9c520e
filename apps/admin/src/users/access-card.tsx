import { t } from '@lingui/core/macro';
import { Box, Card, Group, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryBoundary } from '../layout/query-boundary.js';

interface AccessRow {
  readonly key: string;
  readonly cells: readonly ReactNode[];
  readonly action: ReactNode;
}

interface AccessCardProps<T> {
  readonly title: string;
  readonly description: string;
  /** The text instead of an empty table. */
  readonly none: string;
  readonly query: UseQueryResult<readonly T[]>;
  /** Headings; narrow screens omit the second column. */
  readonly columns: readonly string[];
  readonly toRow: (item: T) => AccessRow;
  readonly actionForAll: ReactNode;
}

/** A card with a table of sessions or grants, a button in each row and one for all rows. */
export function AccessCard<T>(props: AccessCardProps<T>): ReactNode {
  const { title, description, none, query, columns, toRow, actionForAll } = props;
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="md">
        <Box flex="1 1 240px">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </Box>
        {query.data !== undefined && query.data.length > 0 && actionForAll}
      </Group>
      <QueryBoundary query={query}>
        {(items) =>
          items.length === 0 ? (
            <Text size="sm">{none}</Text>
          ) : (
            <AccessTable columns={columns} rows={items.map(toRow)} />
          )
        }
      </QueryBoundary>
    </Card>
  );
}

interface AccessTableProps extends Pick<AccessCardProps<never>, 'columns'> {
  readonly rows: readonly AccessRow[];
}

function AccessTable({ columns, rows }: AccessTableProps): ReactNode {
  const hideOnPhone = (index: number) => (index === 1 ? { visibleFrom: 'sm' as const } : {});
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, index) => (
            <Table.Th key={column} {...hideOnPhone(index)}>
              {column}
            </Table.Th>
          ))}
          <Table.Th>
            <VisuallyHidden>{t`Action`}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells, action }) => (
          <Table.Tr key={key}>
            {cells.map((cell, index) => (
              <Table.Td key={columns[index]} {...hideOnPhone(index)}>
                {cell}
              </Table.Td>
            ))}
            <Table.Td ta="right">{action}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
