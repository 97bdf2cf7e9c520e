import { t } from '@lingui/core/macro';
import { Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterSelect } from '../forms/filter-select.js';
import { useInfiniteList } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconProgress } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { isUnfinished, type Job, JOB_STATES } from '../management-api/operations-resources.js';
import { JOB_POLL_MS } from '../management-api/queries.js';
import { useActorName } from '../users/use-actor-name.js';
import { JobActions } from './job-actions.js';
import { JOB_STATE_WORDS, JobBadge, JobProgress } from './job-state.js';
import { formatJobError, formatJobKind } from './job-words.js';
import { NewJob } from './new-job.js';

const route = getRouteApi('/jobs');

const COLUMNS = [
  { label: t`Job` },
  { label: t`Progress`, visibleFrom: 'sm', width: '28%' },
  { label: t`State` },
  { label: t`Created`, visibleFrom: 'sm' },
  { label: t`Action`, isLabelHidden: true, visibleFrom: 'sm' },
] as const;

const NO_JOBS = {
  icon: <IconProgress />,
  title: t`No jobs yet`,
  description: t`Large changes of the content model become jobs by themselves. «New job» checks or rebuilds the index.`,
};

const NOTHING_FOUND = { ...NO_JOBS, title: t`Nothing found`, description: t`No job is in this state.` };

/** The background jobs, newest first; refreshed while one is not finished. */
export function JobsScreen(): ReactNode {
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const path = state === undefined ? '/jobs' : `/jobs?state=${state}`;
  const query = useInfiniteList<Job>(['jobs', 'pages', path], path, {
    // All pages are fetched again: more of them, less often.
    getRefetchInterval: (pages) =>
      pages.some(({ items }) => items.some(isUnfinished)) ? pages.length * JOB_POLL_MS : false,
  });
  return (
    <Screen
      title={t`Jobs`}
      description={t`Large work that the service does in the background. Finished jobs are listed for 30 days.`}
      actions={<NewJob />}
    >
      <FilterSelect
        label={t`State`}
        choices={JOB_STATES.map((value) => ({ value, label: JOB_STATE_WORDS[value][0] }))}
        value={state}
        onChange={(chosen) => {
          void navigate({ search: { state: chosen }, replace: true });
        }}
      />
      <QueryBoundary query={query}>
        {({ pages }) => (
          <ListTable
            items={pages.flatMap(({ items }) => items)}
            columns={COLUMNS}
            empty={state === undefined ? NO_JOBS : NOTHING_FOUND}
            more={query}
          >
            {(job) => <JobRow key={job.id} job={job} />}
          </ListTable>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function JobRow({ job }: { readonly job: Job }): ReactNode {
  const { id, actor, createdAt, error } = job;
  const formatActor = useActorName();
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/jobs/$id" params={{ id }} fw={500}>
          {formatJobKind(job)}
        </TextLink>
        <Text size="xs" c="dimmed">
          {formatActor(actor)}
        </Text>
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {formatJobError(error)}
          </Text>
        )}
        <Text component="div" size="xs" hiddenFrom="sm" mt={4}>
          <JobProgress job={job} />
          <RelativeTime at={createdAt} isPast />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <JobProgress job={job} />
      </Table.Td>
      <Table.Td>
        <JobBadge job={job} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={createdAt} isPast />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        <JobActions job={job} size="compact-sm" />
      </Table.Td>
    </Table.Tr>
  );
}
