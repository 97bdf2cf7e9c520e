import { Alert, Card, CloseButton, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { JobActions } from '../../jobs/job-actions.js';
import { JobBadge, JobProgress } from '../../jobs/job-state.js';
import { TextLink } from '../../layout/links.js';
import { isUnfinished, type Job } from '../../management-api/operations-resources.js';
import * as queries from '../../management-api/queries.js';
import { useTitles } from '../references/use-targets.js';
import { type BulkResult, formatBulkResult, getBulkTitle } from './bulk-words.js';

interface BulkJobProps {
  readonly id: string;
  readonly type: string;
  readonly onClose: () => void;
}

/** The progress and the result of a bulk action that the service performs in the background. */
export function BulkJob({ id, type, onClose }: BulkJobProps): ReactNode {
  const queryClient = useQueryClient();
  const { data: job, error } = useQuery(queries.job(id));
  const hasEnded = job !== undefined && !isUnfinished(job);

  useEffect(() => {
    if (!hasEnded) return;
    void queryClient.invalidateQueries({ queryKey: ['entries'] });
    void queryClient.invalidateQueries({ queryKey: ['content-model'] });
  }, [hasEnded, queryClient]);

  return (
    <Card withBorder py="xs" role="region" aria-label="Bulk action">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm">
            <Text size="sm" fw={600}>
              {job === undefined ? 'Bulk action' : getBulkTitle(job)}
            </Text>
            {job !== undefined && <JobBadge job={job} />}
          </Group>
          <Group gap="xs" wrap="nowrap">
            {job !== undefined && <JobActions job={job} size="xs" />}
            {job === undefined || hasEnded ? (
              <CloseButton aria-label="Close the bulk action" onClick={onClose} />
            ) : null}
          </Group>
        </Group>
        {error !== null && job === undefined && <Text size="sm">{error.message}</Text>}
        {job !== undefined && !hasEnded && <JobProgress job={job} />}
        {job?.error != null && (
          <Alert color="red" c="inherit" icon={<IconAlertTriangle />}>
            <Text size="sm">{job.error.detail}</Text>
          </Alert>
        )}
        <div role="status">{job?.result != null && <Result job={job} type={type} />}</div>
      </Stack>
    </Card>
  );
}

function Result({ job, type }: { readonly job: Job; readonly type: string }): ReactNode {
  const result = job.result as unknown as BulkResult;
  const failures = result.failures.map(({ id }) => ({ type, id }));
  const titles = useTitles(failures);
  return (
    <>
      <Text size="sm">{formatBulkResult(job, result)}</Text>
      {failures.length > 0 && (
        <List size="sm" mt={4}>
          {result.failures.map(({ id, detail }) => (
            <List.Item key={id}>
              <TextLink to="/entries/$type/$id" params={{ type, id }} inherit>
                {titles.get(id) ?? id}
              </TextLink>
              : {detail}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
