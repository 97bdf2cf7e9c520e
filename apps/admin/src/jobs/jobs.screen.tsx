import { Card, EmptyState, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconProgress } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterSelect } from '../forms/filter-select.js';
import { MoreButton, useInfiniteList } from '../forms/infinite-list.js';
import { RelativeTime } from '../forms/relative-time.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { isUnfinished, type Job, JOB_STATES } from '../management-api/operations-resources.js';
import { JOB_POLL_MS } from '../management-api/queries.js';
import { useActorName } from '../users/use-actor-name.js';
import { JobActions } from './job-actions.js';
import { JobBadge, JobProgress } from './job-state.js';
import { formatJobKind } from './job-words.js';
import { NewJob } from './new-job.js';

const route = getRouteApi('/jobs');

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
      title="Jobs"
      description="Large work that the service does in the background. Finished jobs are listed for 30 days."
      actions={<NewJob />}
    >
      <FilterSelect
        label="State"
        choices={JOB_STATES.map((value) => ({ value, label: value }))}
        value={state}
        onChange={(chosen) => {
          void navigate({ search: { state: chosen }, replace: true });
        }}
      />
      <QueryBoundary query={query}>
        {({ pages }) => {
          const jobs = pages.flatMap(({ items }) => items);
          return (
            <Stack>
              {jobs.length === 0 ? <NoJobs isFiltered={state !== undefined} /> : <JobTable jobs={jobs} />}
              <MoreButton query={query} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}

function NoJobs({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return (
    <EmptyState
      icon={<IconProgress />}
      title={isFiltered ? 'Nothing found' : 'No jobs yet'}
      description={
        isFiltered
          ? 'No job is in this state.'
          : 'Large changes of the content model become jobs by themselves. «New job» checks or rebuilds the index.'
      }
    />
  );
}

function JobTable({ jobs }: { readonly jobs: readonly Job[] }): ReactNode {
  return (
    <Card withBorder p={0}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Job</Table.Th>
            <Table.Th visibleFrom="sm" w="28%">
              Progress
            </Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th visibleFrom="sm">Created</Table.Th>
            <Table.Th visibleFrom="sm">
              <VisuallyHidden>Action</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
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
            {error.detail}
          </Text>
        )}
        <Text component="div" size="xs" hiddenFrom="sm" mt={4}>
          <JobProgress job={job} />
          <RelativeTime at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <JobProgress job={job} />
      </Table.Td>
      <Table.Td>
        <JobBadge job={job} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={createdAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        <JobActions job={job} size="compact-sm" />
      </Table.Td>
    </Table.Tr>
  );
}
