import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CollectionDocument, Link } from '../../jsonapi/document.js';

interface EntriesPagingProps {
  readonly found: CollectionDocument;
  readonly offset: number;
  readonly onChange: (offset: number) => void;
}

/** How far a page reaches the service says: it may give fewer entries than were asked for. */
export function EntriesPaging({ found, offset, onChange }: EntriesPagingProps): ReactNode {
  const { data, links, meta } = found;
  const turn = (link: Link | undefined): (() => void) | undefined =>
    link &&
    (() => {
      onChange(offsetIn(link));
    });
  const [onPrevious, onNext] = [turn(links?.['prev']), turn(links?.['next'])];
  return (
    <Group justify="space-between" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed" role="status">
        {data.length === 0 ? 'No entries' : `${offset + 1}–${offset + data.length} of ${meta?.count ?? 0}`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconChevronLeft size={16} />}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="sm"
          rightSection={<IconChevronRight size={16} />}
          disabled={onNext === undefined}
          onClick={onNext}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}

function offsetIn({ href }: Link): number {
  return Number(new URL(href).searchParams.get('page[offset]'));
}
