import { Card, EmptyState, Stack, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoreButton, type MoreButtonProps } from './infinite-list.js';

interface Column {
  readonly label: string;
  /** Whether only screen readers get the label, such as that of a column of buttons. */
  readonly isLabelHidden?: boolean;
  /** The least width of the window, the same as of the cells of the column. */
  readonly visibleFrom?: 'sm' | 'md';
  readonly width?: number | string;
}

interface ListTableProps<T> {
  readonly items: readonly T[];
  readonly columns: readonly Column[];
  /** Renders a `Table.Tr` with a key. */
  readonly children: (item: T) => ReactNode;
  /** What is shown instead of an empty table; absent for a list that is never empty. */
  readonly empty?: { readonly icon: ReactNode; readonly title: string; readonly description: string };
  /** The query of a list in pages, for a button that loads the next one. */
  readonly more?: MoreButtonProps['query'];
  /** `fixed` for columns that do not grow with their texts. */
  readonly layout?: 'auto' | 'fixed';
}

/** The items of a list as a table in a card, or what its absence means, and the button for more of them. */
export function ListTable<T>({
  items,
  columns,
  children,
  empty,
  more,
  layout = 'auto',
}: ListTableProps<T>): ReactNode {
  return (
    <Stack>
      {items.length === 0 && empty !== undefined ? (
        <EmptyState {...empty} />
      ) : (
        <Card withBorder p={0}>
          <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" layout={layout}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ label, isLabelHidden = false, visibleFrom, width }) => (
                  <Table.Th key={label} visibleFrom={visibleFrom} w={width}>
                    {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{items.map(children)}</Table.Tbody>
          </Table>
        </Card>
      )}
      {more !== undefined && <MoreButton query={more} />}
    </Stack>
  );
}
