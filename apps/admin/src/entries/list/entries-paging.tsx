import { Button, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CollectionDocument, Link } from '../../jsonapi/document.js';
import { PAGE_SIZES } from './entries-search.js';

interface EntriesPagingProps {
  readonly document: CollectionDocument;
  readonly offset: number;
  readonly onChange: (offset: number) => void;
  readonly size: number;
  readonly onSizeChange: (size: number) => void;
}

/** Buttons for the links `prev` and `next` of the document: its pages can be shorter than requested. */
export function EntriesPaging({
  document,
  offset,
  onChange,
  size,
  onSizeChange,
}: EntriesPagingProps): ReactNode {
  const { data, links, meta } = document;
  const goTo = (link: Link | undefined): (() => void) | undefined =>
    link &&
    (() => {
      onChange(parseOffset(link));
    });
  const [onPrevious, onNext] = [goTo(links?.['prev']), goTo(links?.['next'])];
  return (
    <Group justify="space-between" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed" role="status">
        {data.length === 0 ? 'No entries' : `${offset + 1}–${offset + data.length} of ${meta?.count ?? 0}`}
      </Text>
      <Group gap="xs">
        <Select
          aria-label="Entries per page"
          w={150}
          allowDeselect={false}
          data={PAGE_SIZES.map((value) => ({ value: String(value), label: `${value} per page` }))}
          value={String(size)}
          onChange={(value) => {
            onSizeChange(Number(value));
          }}
        />
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

function parseOffset({ href }: Link): number {
  return Number(new URL(href).searchParams.get('page[offset]'));
}
