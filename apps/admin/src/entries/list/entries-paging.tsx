import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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

/** Buttons for the links `prev` and `next` of the document, and the number of its page, where another is typed. */
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
  const length = getPageLength(document, offset, size);
  const pages = Math.ceil(Number(meta?.count ?? 0) / length);
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
      {pages > 1 && (
        <PageInput
          page={Math.floor(offset / length) + 1}
          pages={pages}
          onChange={(page) => {
            onChange((page - 1) * length);
          }}
        />
      )}
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

/** The entries of a page: the service can have shorter pages than requested, as the links to its neighbours tell. */
function getPageLength({ links }: CollectionDocument, offset: number, size: number): number {
  const { prev, next } = links ?? {};
  if (next != null) return parseOffset(next) - offset;
  return prev == null ? size : offset - parseOffset(prev);
}

interface PageInputProps {
  readonly page: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}

/** The number of the page; Enter opens the page that is typed, or the last one. */
function PageInput({ page, pages, onChange }: PageInputProps): ReactNode {
  const [typed, setTyped] = useState(String(page));
  const [shown, setShown] = useState(page);
  if (page !== shown) {
    setShown(page);
    setTyped(String(page));
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const number = Number(typed);
        const chosen = Number.isInteger(number) && number > 0 ? Math.min(number, pages) : page;
        setTyped(String(chosen));
        if (chosen !== page) onChange(chosen);
      }}
    >
      <Group gap={6} wrap="nowrap">
        <TextInput
          aria-label={t`Page of ${i18n.number(pages)}`}
          inputMode="numeric"
          w={64}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
          }}
        />
        <Text size="sm" c="dimmed" aria-hidden style={{ whiteSpace: 'nowrap' }}>
          {t`of ${i18n.number(pages)}`}
        </Text>
      </Group>
    </form>
  );
}

/** Such as `26–50 of 10,001`. */
function formatRange(first: number, last: number, count: number): string {
  return t`${i18n.number(first)}–${i18n.number(last)} of ${i18n.number(count)}`;
}
