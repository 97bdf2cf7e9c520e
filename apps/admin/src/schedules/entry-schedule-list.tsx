import { t } from '@lingui/core/macro';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '../forms/format-date-time.js';
import { useInfiniteList } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconCalendarTime } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import * as queries from '../management-api/queries.js';
import type { EntrySchedule } from '../management-api/operations-resources.js';
import { ACTIONS, CancelSchedule, SCHEDULES_KEY, SCHEDULES_PATH } from './cancel-schedule.js';

const COLUMNS = [
  { label: t`Entry` },
  { label: t`Action`, visibleFrom: 'sm' },
  { label: t`Time`, visibleFrom: 'sm' },
  { label: t`Cancel`, isLabelHidden: true },
] as const;

const NO_SCHEDULES = {
  icon: <IconCalendarTime />,
  title: t`No publications to come`,
  description: t`They are scheduled in the form of an entry, and by API clients with the attributes publish_on and unpublish_on.`,
};

/** The entries that will be published and unpublished, the next one first. */
export function EntryScheduleList(): ReactNode {
  const query = useInfiniteList<EntrySchedule>(SCHEDULES_KEY, SCHEDULES_PATH);
  return (
    <QueryBoundary query={query}>
      {({ pages }) => {
        const schedules = pages.flatMap(({ items }) => items);
        return (
          <ListTable items={schedules} columns={COLUMNS} empty={NO_SCHEDULES} more={query}>
            {(schedule) => (
              <EntryScheduleRow key={`${schedule.entry.id} ${schedule.action}`} schedule={schedule} />
            )}
          </ListTable>
        );
      }}
    </QueryBoundary>
  );
}

function EntryScheduleRow({ schedule }: { readonly schedule: EntrySchedule }): ReactNode {
  const { entry, action, dueAt } = schedule;
  const { data: model } = useQuery(queries.contentModel);
  const label = entry.label ?? entry.id;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/entries/$type/$id" params={{ type: entry.type, id: entry.id }} fw={500}>
          {label}
        </TextLink>
        <Text size="xs" c="dimmed">
          {model?.bundles.find(({ type }) => type === entry.type)?.label ?? entry.type}
        </Text>
        <Text size="sm" component="div" hiddenFrom="sm" mt={4}>
          {ACTIONS[action].label} <RelativeTime at={dueAt} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{ACTIONS[action].label}</Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={dueAt} />
        <Text size="xs" c="dimmed">
          {formatDateTime(dueAt)}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        <CancelSchedule schedule={schedule} />
      </Table.Td>
    </Table.Tr>
  );
}
