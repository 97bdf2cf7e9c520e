import { Card, DataList } from '@mantine/core';
import type { ReactNode } from 'react';

/** A label and its value. */
export type Detail = readonly [string, ReactNode];

interface DetailsCardProps {
  /** In the order in which they are shown. */
  readonly rows: readonly Detail[];
}

/** A card with the read-only properties of something. */
export function DetailsCard({ rows }: DetailsCardProps): ReactNode {
  return (
    <Card withBorder>
      <DetailsList rows={rows} labelWidth={110} />
    </Card>
  );
}

interface DetailsListProps extends DetailsCardProps {
  /** In pixels. */
  readonly labelWidth: number;
  readonly mt?: 'md';
}

/** The read-only properties of something, within a card that shows more. */
export function DetailsList({ rows, ...look }: DetailsListProps): ReactNode {
  return (
    <DataList {...look}>
      {rows.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue style={{ flex: 1, overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
