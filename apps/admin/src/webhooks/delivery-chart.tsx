import { plural } from '@lingui/core/macro';
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Delivery } from '../management-api/operations-resources.js';
import { computeHealth, type DeliveryOutcome, formatHealth, getOutcome } from './delivery-health.js';

/** Height in pixels and colour of the bar of an outcome: the heights differ for readers that do not see the colours. */
const BARS: Readonly<Record<DeliveryOutcome, readonly [number, string]>> = {
  delivered: [14, 'green.7'],
  failed: [26, 'red.7'],
  retrying: [26, 'orange.7'],
  waiting: [8, 'blue.6'],
  skipped: [4, 'gray.6'],
};

interface DeliveryChartProps {
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
}

/** A bar for each of the last deliveries, the newest on the right: failures are high, skipped deliveries low. */
export function DeliveryChart({ deliveries }: DeliveryChartProps): ReactNode {
  if (deliveries.length === 0) return null;
  const health = formatHealth(computeHealth(deliveries));
  return (
    <Group
      gap={3}
      align="flex-end"
      wrap="nowrap"
      h={26}
      role="img"
      aria-label={plural(deliveries.length, {
        one: `The last delivery: ${health}`,
        other: `The last # deliveries: ${health}`,
      })}
    >
      {deliveries.toReversed().map((delivery) => {
        const [height, color] = BARS[getOutcome(delivery)];
        return <Box key={delivery.id} w={5} h={height} bg={color} style={{ borderRadius: 1 }} />;
      })}
    </Group>
  );
}
