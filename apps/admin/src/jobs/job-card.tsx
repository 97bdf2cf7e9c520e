import { t } from '@lingui/core/macro';
import { Alert, Card, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { IconAlertTriangle } from '../icons/icons.js';
import { formatWithinSentence } from '../locales/format-within-sentence.js';
import { isUnfinished, type Job } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { JobActions } from './job-actions.js';
import { JobBadge, JobProgress } from './job-state.js';
import { formatJobError } from './job-words.js';

interface JobCardProps {
  readonly id: string;
  /** Names the card, such as `Bulk action`. */
  readonly label: string;
  readonly formatTitle?: (job: Job) => string;
  /** Keys of the queries that the end of the job outdates. */
  readonly invalidates: readonly (readonly string[])[];
  /** Shows the result of a job that has one. */
  readonly children: (job: Job) => ReactNode;
  readonly onClose: () => void;
}

/** The progress and the result of a job, beside what it changes. */
export function JobCard({ id, label, formatTitle, invalidates, children, onClose }: JobCardProps): ReactNode {
  const queryClient = useQueryClient();
  const { data: job, error } = useQuery(queries.job(id));
  const hasEnded = job !== undefined && !isUnfinished(job);
  const keys = JSON.stringify(invalidates);

  useEffect(() => {
    if (!hasEnded) return;
    for (const queryKey of JSON.parse(keys) as string[][]) void queryClient.invalidateQueries({ queryKey });
  }, [hasEnded, keys, queryClient]);

  return (
    <Card withBorder py="xs" role="region" aria-label={label}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm">
            <Text size="sm" fw={600}>
              {job === undefined ? label : (formatTitle?.(job) ?? label)}
            </Text>
            {job !== undefined && <JobBadge job={job} />}
          </Group>
          <Group gap="xs" wrap="nowrap">
            {job !== undefined && <JobActions job={job} size="xs" />}
            {job === undefined || hasEnded ? (
              <CloseButton aria-label={t`Close the ${formatWithinSentence(label)}`} onClick={onClose} />
            ) : null}
          </Group>
        </Group>
        {error !== null && job === undefined && <Text size="sm">{error.message}</Text>}
        {job !== undefined && !hasEnded && <JobProgress job={job} />}
        {job?.error != null && (
          <Alert color="red" c="inherit" icon={<IconAlertTriangle />}>
            <Text size="sm">{formatJobError(job.error)}</Text>
          </Alert>
        )}
        <div role="status">{job?.result != null && children(job)}</div>
      </Stack>
    </Card>
  );
}
