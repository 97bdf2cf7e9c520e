import { Card, Group, List, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ChangesBadge, StatusBadge } from '../entries/status-badge.js';
import { RelativeTime } from '../forms/relative-time.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';

/** An entry in a list of the start screen. */
export interface ListedEntry {
  readonly type: string;
  /** The label of its type. */
  readonly typeLabel: string;
  readonly id: string;
  readonly title: string;
  readonly published: boolean;
  /** Whether it has changes that are not published; absent where that is not known. */
  readonly isChanged?: boolean;
  /** RFC 3339. */
  readonly at: string;
  /** The user or client that is named beside the time. */
  readonly by?: string | null;
}

interface EntryListCardProps {
  readonly title: string;
  readonly query: UseQueryResult<readonly ListedEntry[]>;
  /** The text of an empty list. */
  readonly empty: string;
  /** Whether the entries of the list can differ in their status. */
  readonly withStatus?: boolean;
}

/** A card with links to entries. */
export function EntryListCard({ title, query, empty, withStatus = false }: EntryListCardProps): ReactNode {
  const id = useId();
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Title order={2} size="h4" mb="sm" id={id}>
        {title}
      </Title>
      <QueryBoundary query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <Text size="sm" c="dimmed">
              {empty}
            </Text>
          ) : (
            <List listStyleType="none" spacing="sm" aria-labelledby={id} styles={LIST_STYLES}>
              {entries.map((entry) => (
                <List.Item key={entry.id}>
                  <Row entry={entry} withStatus={withStatus} />
                </List.Item>
              ))}
            </List>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

/** The items have the full width, so that times are at the right edge. */
const LIST_STYLES = { itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } };

function Row({
  entry,
  withStatus,
}: {
  readonly entry: ListedEntry;
  readonly withStatus: boolean;
}): ReactNode {
  const { type, id, title, typeLabel, published, isChanged = false, at, by } = entry;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0 }}>
        <TextLink to="/entries/$type/$id" params={{ type, id }} fw={500} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </TextLink>
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {typeLabel}
            {by !== undefined && by !== null && ` · ${by}`} ·
          </Text>
          <Text size="sm" c="dimmed" component="div">
            <RelativeTime at={at} isPast />
          </Text>
          {isChanged && <ChangesBadge />}
        </Group>
      </div>
      {withStatus && <StatusBadge isPublished={published} />}
    </Group>
  );
}
