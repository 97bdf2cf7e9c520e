import { t } from '@lingui/core/macro';
import { Alert, Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { formatDateTime, formatDuration } from '../forms/format-date-time.js';
import { IconAlertTriangle } from '../icons/icons.js';
import { type Detail, DetailsCard } from '../layout/details-card.js';
import { BackLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { Job } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { useActorName } from '../users/use-actor-name.js';
import { JobActions } from './job-actions.js';
import { JobBadge, JobProgress } from './job-state.js';
import { formatJobError, formatJobKind, formatProgress } from './job-words.js';

const route = getRouteApi('/jobs/$id');

/** A background job; refreshed while it is not finished. */
export function JobScreen(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(queries.job(id));
  const job = query.data;
  return (
    <Screen
      title={job === undefined ? t`Job` : formatJobKind(job)}
      above={<BackLink to="/jobs">{t`Jobs`}</BackLink>}
      width="narrow"
      actions={job !== undefined && <JobActions job={job} />}
    >
      <QueryBoundary query={query}>
        {(loaded) => (
          <>
            {loaded.error !== null && (
              <Alert color="red" c="inherit" icon={<IconAlertTriangle />} title={t`The last attempt failed`}>
                <Text size="sm">{formatJobError(loaded.error)}</Text>
              </Alert>
            )}
            <JobDetails job={loaded} />
            <JobDocuments job={loaded} />
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function JobDetails({ job }: { readonly job: Job }): ReactNode {
  const { id, kind, phase, actor, attempts, createdAt, runAt, startedAt, endedAt, state } = job;
  const formatActor = useActorName();
  const hasProgress = formatProgress(job) !== '';
  const rows: readonly Detail[] = [
    [t`State`, <JobBadge key="state" job={job} />],
    ...(hasProgress ? [[t`Progress`, <JobProgress key="progress" job={job} />] as const] : []),
    [t`Kind`, kind],
    ...(state === 'succeeded' ? [] : [[t`Phase`, phase] as const]),
    [t`Requested by`, formatActor(actor)],
    [t`Attempts`, attempts],
    [t`Created`, formatDateTime(createdAt)],
    ...(state === 'queued' && runAt !== createdAt ? [[t`Not before`, formatDateTime(runAt)] as const] : []),
    ...(startedAt === null ? [] : [[t`Started`, formatDateTime(startedAt)] as const]),
    ...(endedAt === null ? [] : [[t`Ended`, formatEnd(startedAt, endedAt)] as const]),
    [t`Id`, id],
  ];
  return <DetailsCard rows={rows} />;
}

/** The parameters and the result as JSON; nothing for a job without them. */
function JobDocuments({ job: { parameters, result } }: { readonly job: Job }): ReactNode {
  const hasParameters = Object.keys(parameters).length > 0;
  if (!hasParameters && result === null) return null;
  return (
    <Card withBorder>
      <Stack>
        {hasParameters && <CopyableText label={t`Parameters`} text={JSON.stringify(parameters, null, 2)} />}
        {result !== null && <CopyableText label={t`Result`} text={JSON.stringify(result, null, 2)} />}
      </Stack>
    </Card>
  );
}

/** The time of the end with the duration; times of the service are whole seconds. */
function formatEnd(startedAt: string | null, endedAt: string): string {
  if (startedAt === null) return formatDateTime(endedAt);
  const duration = Date.parse(endedAt) - Date.parse(startedAt);
  return `${formatDateTime(endedAt)}, ${duration < 1000 ? t`within a second` : t`after ${formatDuration(duration)}`}`;
}
