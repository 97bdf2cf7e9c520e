import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Stack, Switch, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { useAction } from '../forms/use-action.js';
import { JOB_STATE_WORDS } from '../jobs/job-state.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { JobSchedule } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { ScheduleActions } from './schedule-actions.js';
import { formatScheduleName } from './schedule-words.js';

const COLUMNS = [
  { label: t`Job` },
  { label: t`Next`, visibleFrom: 'sm' },
  { label: t`Last`, visibleFrom: 'sm' },
  { label: t`Enabled` },
  { label: t`Action`, isLabelHidden: true },
] as const;

/** The schedules of jobs; refreshed while they are visible. */
export function JobScheduleList(): ReactNode {
  const query = useQuery(queries.schedules);
  return (
    <QueryBoundary query={query}>
      {(schedules) => (
        <ListTable items={schedules} columns={COLUMNS}>
          {(schedule) => <ScheduleRow key={schedule.name} schedule={schedule} />}
        </ListTable>
      )}
    </QueryBoundary>
  );
}

function ScheduleRow({ schedule }: { readonly schedule: JobSchedule }): ReactNode {
  const { name, cron, defaultCron, nextDueAt } = schedule;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {formatScheduleName(name)}
        </Text>
        <Text size="xs" c="dimmed">
          <Text span inherit ff="monospace">
            {cron}
          </Text>
          {cron !== defaultCron && t` (changed)`}
        </Text>
        <Stack hiddenFrom="sm" gap={2} mt={4}>
          <Text size="sm" component="div">
            <Trans>
              Next: <RelativeTime at={nextDueAt} />
            </Trans>
          </Text>
          <LastRun schedule={schedule} />
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={nextDueAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <LastRun schedule={schedule} />
      </Table.Td>
      <Table.Td>
        <EnabledSwitch schedule={schedule} />
      </Table.Td>
      <Table.Td ta="right">
        <ScheduleActions schedule={schedule} />
      </Table.Td>
    </Table.Tr>
  );
}

/** When the last job was started and how it ended, with a link to it. */
function LastRun({ schedule }: { readonly schedule: JobSchedule }): ReactNode {
  const { name, lastRunAt, lastJob, lastOutcome } = schedule;
  if (lastRunAt === null || lastJob === null) return <RelativeTime at={null} none={t`No run yet`} />;
  const [label, color] = JOB_STATE_WORDS[lastOutcome ?? 'running'];
  return (
    <>
      <Badge variant="dot" color={color} c="inherit" miw="max-content">
        {label}
      </Badge>
      <Text size="xs" component="div" mt={4}>
        <TextLink to="/jobs/$id" params={{ id: lastJob }} display="inline-block" pos="relative">
          <VisuallyHidden>{t`Last job: ${formatScheduleName(name)}`}</VisuallyHidden>{' '}
          <RelativeTime at={lastRunAt} />
        </TextLink>
      </Text>
    </>
  );
}

function EnabledSwitch({ schedule: { name, enabled } }: { readonly schedule: JobSchedule }): ReactNode {
  const label = formatScheduleName(name);
  const change = useAction({
    mutationFn: () => managementApi.patch(`/schedules${buildPath(name)}`, { enabled: !enabled }),
    successMessage: enabled ? t`Disabled: ${label}` : t`Enabled: ${label}`,
    invalidates: [['schedules']],
    toastErrors: true,
  });
  return (
    <Switch
      aria-label={t`Enabled: ${label}`}
      checked={enabled}
      disabled={change.isPending}
      onChange={() => {
        change.mutate();
      }}
    />
  );
}
