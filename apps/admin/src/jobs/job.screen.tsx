import { Alert, Card, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { formatDateTime, formatDuration } from '../forms/format-date-time.js';
import { DetailsCard } from '../layout/details-card.js';
import { BackLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { Job } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { useActorName } from '../users/use-actor-name.js';
import { JobActions } from './job-actions.js';
import { JobBadge, JobProgress } from './job-state.js';
import { formatJobKind } from './job-words.js';

const route = getRouteApi('/jobs/$id');

/** A background job; refreshed while it is not finished. */
export function JobScreen(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(queries.job(id));
  const job = query.data;
  return (
    <Screen
      title={job === undefined ? 'Job' : formatJobKind(job)}
      above={<BackLink to="/jobs">Jobs</BackLink>}
      width="narrow"
      actions={job !== undefined && <JobActions job={job} />}
    >
      <QueryBoundary query={query}>
        {(loaded) => (
          <>
            {loaded.error !== null && (
              <Alert color="red" c="inherit" icon={<IconAlertTriangle />} title="The last attempt failed">
                <Text size="sm">{loaded.error.detail}</Text>
              </Alert>
            )}
            <JobDetails job={loaded} />
            <Card withBorder>
              <Stack>
                <CopyableText label="Parameters" text={JSON.stringify(loaded.parameters, null, 2)} />
                {loaded.result !== null && (
                  <CopyableText label="Result" text={JSON.stringify(loaded.result, null, 2)} />
                )}
              </Stack>
            </Card>
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function JobDetails({ job }: { readonly job: Job }): ReactNode {
  const { id, kind, phase, actor, attempts, createdAt, runAt, startedAt, endedAt, state } = job;
  const formatActor = useActorName();
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['State', <JobBadge key="state" job={job} />],
    ['Progress', <JobProgress key="progress" job={job} />],
    ['Kind', kind],
    ['Phase', phase],
    ['Requested by', formatActor(actor)],
    ['Attempts', attempts],
    ['Created', formatDateTime(createdAt)],
    ...(state === 'queued' && runAt !== createdAt ? [['Not before', formatDateTime(runAt)] as const] : []),
    ...(startedAt === null ? [] : [['Started', formatDateTime(startedAt)] as const]),
    ...(endedAt === null ? [] : [['Ended', formatEnd(startedAt, endedAt)] as const]),
    ['Id', id],
  ];
  return <DetailsCard rows={rows} />;
}

/** The time of the end with the duration; times of the service are whole seconds. */
function formatEnd(startedAt: string | null, endedAt: string): string {
  if (startedAt === null) return formatDateTime(endedAt);
  const duration = Date.parse(endedAt) - Date.parse(startedAt);
  return `${formatDateTime(endedAt)}, ${duration < 1000 ? 'within a second' : `after ${formatDuration(duration)}`}`;
}
