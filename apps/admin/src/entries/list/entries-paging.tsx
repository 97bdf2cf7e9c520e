import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Button, Group, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from '../../icons/icons.js';
import type { CollectionDocument, Link } from '../../jsonapi/document.js';
import { parseOffset } from '../../jsonapi/query.js';
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
    <Group justify="space-between" component="nav" aria-label={t`Pages`} gap="sm">
      <Text size="sm" c="dimmed" role="status" flex={1}>
        {data.length === 0
          ? t`No entries`
          : formatRange(offset + 1, offset + data.length, Number(meta?.count ?? 0))}
      </Text>
      <Select
        aria-label={t`Entries per page`}
        w={150}
        allowDeselect={false}
        data={PAGE_SIZES.map((value) => ({ value: String(value), label: t`${value} per page` }))}
        value={String(size)}
        onChange={(value) => {
          onSizeChange(Number(value));
        }}
      />
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconChevronLeft size={16} />}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        >
          {t`Previous`}
        </Button>
        <Button
          variant="default"
          size="sm"
          rightSection={<IconChevronRight size={16} />}
          disabled={onNext === undefined}
          onClick={onNext}
        >
          {t`Next`}
        </Button>
      </Group>
    </Group>
  );
}

/** Such as `26–50 of 10,001`. */
function formatRange(first: number, last: number, count: number): string {
  return t`${i18n.number(first)}–${i18n.number(last)} of ${i18n.number(count)}`;
}
