import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PAGE_SIZE } from './entries-query.js';

interface EntriesPagingProps {
  readonly count: number;
  readonly offset: number;
  readonly hasNext: boolean;
  readonly onChange: (offset: number) => void;
}

export function EntriesPaging({ count, offset, hasNext, onChange }: EntriesPagingProps): ReactNode {
  const last = Math.min(offset + PAGE_SIZE, count);
  return (
    <Group justify="space-between" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed" role="status">
        {count === 0 ? 'No entries' : `${offset + 1}–${last} of ${count}`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconChevronLeft size={16} />}
          disabled={offset === 0}
          onClick={() => {
            onChange(Math.max(0, offset - PAGE_SIZE));
          }}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="sm"
          rightSection={<IconChevronRight size={16} />}
          disabled={!hasNext}
          onClick={() => {
            onChange(offset + PAGE_SIZE);
          }}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
