import { Card, DataList } from '@mantine/core';
import type { ReactNode } from 'react';

interface DetailsCardProps {
  /** Labels and their values, in the order in which they are shown. */
  readonly rows: readonly (readonly [string, ReactNode])[];
}

/** A card with the read-only properties of something. */
export function DetailsCard({ rows }: DetailsCardProps): ReactNode {
  return (
    <Card withBorder>
      <DataList labelWidth={110}>
        {rows.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue style={{ flex: 1, overflowWrap: 'anywhere' }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </Card>
  );
}
