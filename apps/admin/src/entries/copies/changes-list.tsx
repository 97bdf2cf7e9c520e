import { t } from '@lingui/core/macro';
import { Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useInfiniteList } from '../../forms/infinite-list.js';
import { ListTable } from '../../forms/list-table.js';
import { RelativeTime } from '../../forms/relative-time.js';
import { IconArticle } from '../../icons/icons.js';
import { TextLink } from '../../layout/links.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import type { EntryCopy } from '../../management-api/operations-resources.js';
import { formatActor, formatFields } from '../history/revision-words.js';
import type { ResourceType } from '../resource-type.js';
import { StatusBadge } from '../status-badge.js';
import { COPIES_PATH } from './use-copies.js';

const COLUMNS = [
  { label: t`Entry` },
  { label: t`Changed`, visibleFrom: 'sm' },
  { label: t`Saved`, visibleFrom: 'sm' },
  { label: t`By`, visibleFrom: 'sm' },
] as const;

const NOTHING = {
  icon: <IconArticle />,
  title: t`Everything is published`,
  description: t`Published entries whose changes are not on the site yet are listed here.`,
};

/** The entries of a type with changes that are not published, those that were saved last first. */
export function ChangesList({ resourceType }: { readonly resourceType: ResourceType }): ReactNode {
  const { type } = resourceType;
  const query = useInfiniteList<EntryCopy>(['entries', 'changes', type], `${COPIES_PATH}?type=${type}`);
  return (
    <QueryBoundary query={query}>
      {({ pages }) => (
        <ListTable items={pages.flatMap(({ items }) => items)} columns={COLUMNS} empty={NOTHING} more={query}>
          {(copy) => <CopyRow key={copy.entry.id} copy={copy} resourceType={resourceType} />}
        </ListTable>
      )}
    </QueryBoundary>
  );
}

interface CopyRowProps {
  readonly copy: EntryCopy;
  readonly resourceType: ResourceType;
}

function CopyRow({ copy, resourceType }: CopyRowProps): ReactNode {
  const { entry, published, savedAt, by, changed } = copy;
  const { type, id, label } = entry;
  const savedBy = formatActor({ by, cause: 'request' });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <TextLink to="/entries/$type/$id" params={{ type, id }} fw={500}>
            {label ?? id}
          </TextLink>
          {!published && <StatusBadge isPublished={false} />}
        </Group>
        <Group gap="xs" hiddenFrom="sm" mt={4}>
          <RelativeTime at={savedAt} isPast />
          <Text size="sm" c="dimmed">
            {savedBy}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">{formatFields(changed, resourceType)}</Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={savedAt} isPast />
      </Table.Td>
      <Table.Td visibleFrom="sm">{savedBy}</Table.Td>
    </Table.Tr>
  );
}
