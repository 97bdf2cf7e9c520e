import { t } from '@lingui/core/macro';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { useInfiniteList } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { useAction } from '../forms/use-action.js';
import { IconCalendarTime } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { EntrySchedule } from '../management-api/operations-resources.js';

const PATH = '/entry-schedules';
const KEY = ['entry-schedules'];

const COLUMNS = [
  { label: t`Entry` },
  { label: t`Action`, visibleFrom: 'sm' },
  { label: t`Time`, visibleFrom: 'sm' },
  { label: t`Cancel`, isLabelHidden: true },
] as const;

const NO_SCHEDULES = {
  icon: <IconCalendarTime />,
  title: t`No publications to come`,
  description: t`API clients schedule them by the attributes publish_on and unpublish_on of nodes and media.`,
};

/** The entries that will be published and unpublished, the next one first. */
export function EntrySchedules(): ReactNode {
  const query = useInfiniteList<EntrySchedule>(KEY, PATH);
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

const ACTIONS = {
  publish: {
    label: t`Publish`,
    cancel: (name: string) => t`Cancel: publish ${name}`,
    cancelled: (name: string) => t`Cancelled: publish ${name}`,
    question: (name: string) => t`Do not publish ${name}?`,
  },
  unpublish: {
    label: t`Unpublish`,
    cancel: (name: string) => t`Cancel: unpublish ${name}`,
    cancelled: (name: string) => t`Cancelled: unpublish ${name}`,
    question: (name: string) => t`Do not unpublish ${name}?`,
  },
} as const;

function EntryScheduleRow({ schedule }: { readonly schedule: EntrySchedule }): ReactNode {
  const { entry, action, dueAt } = schedule;
  const label = entry.label ?? entry.id;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/entries/$type/$id" params={{ type: entry.type, id: entry.id }} fw={500}>
          {label}
        </TextLink>
        <Text size="xs" c="dimmed">
          {entry.type}
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
        <CancelButton schedule={schedule} label={label} />
      </Table.Td>
    </Table.Tr>
  );
}

function CancelButton({
  schedule: { entry, action },
  label,
}: {
  readonly schedule: EntrySchedule;
  readonly label: string;
}): ReactNode {
  const cancel = useAction({
    mutationFn: () => managementApi.delete(PATH + buildPath(entry.id, action)),
    successMessage: ACTIONS[action].cancelled(label),
    invalidates: [KEY],
    toastErrors: true,
  });
  return (
    <ConfirmButton
      variant="default"
      size="compact-sm"
      loading={cancel.isPending}
      aria-label={ACTIONS[action].cancel(label)}
      question={{
        title: ACTIONS[action].question(label),
        text: t`The entry stays as it is.`,
        confirmLabel: t`Cancel schedule`,
      }}
      onConfirm={() => {
        cancel.mutate();
      }}
    >
      {t`Cancel`}
    </ConfirmButton>
  );
}
