import { t } from '@lingui/core/macro';
import { Button, Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../../forms/use-action.js';
import { JobCard } from '../../jobs/job-card.js';
import { TextLink } from '../../layout/links.js';
import { buildPath, managementApi } from '../../management-api/management-api.js';
import type { Job } from '../../management-api/operations-resources.js';
import { useLinkedTargets } from '../references/use-targets.js';
import { type BulkResult, formatBulkResult, getBulkTitle } from './bulk-words.js';

interface BulkJobProps {
  readonly id: string;
  readonly type: string;
  readonly onClose: () => void;
  /** Called with the id of the job that undoes it. */
  readonly onJob: (id: string) => void;
}

/** The progress and the result of a bulk action that the service performs in the background. */
export function BulkJob({ id, type, onClose, onJob }: BulkJobProps): ReactNode {
  return (
    <JobCard
      id={id}
      label={t`Bulk action`}
      formatTitle={getBulkTitle}
      invalidates={[['entries'], ['content-model'], ['trash']]}
      onClose={onClose}
    >
      {(job) => <Result job={job} type={type} onJob={onJob} />}
    </JobCard>
  );
}

interface ResultProps extends Pick<BulkJobProps, 'type' | 'onJob'> {
  readonly job: Job;
}

function Result({ job, type, onJob }: ResultProps): ReactNode {
  const result = job.result as unknown as BulkResult;
  const failures = result.failures.map(({ id }) => ({ type, id }));
  const targets = useLinkedTargets(failures);
  return (
    <>
      <Group gap="sm">
        <Text size="sm">{formatBulkResult(job, result)}</Text>
        {result.undoable === true && <UndoButton job={job} onJob={onJob} />}
      </Group>
      {failures.length > 0 && (
        <List size="sm" mt={4}>
          {result.failures.map(({ id, detail }) => (
            <List.Item key={id}>
              <TextLink to="/entries/$type/$id" params={{ type, id }} inherit>
                {targets.get(id)?.title ?? id}
              </TextLink>
              : {detail}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

function UndoButton({ job, onJob }: Pick<ResultProps, 'job' | 'onJob'>): ReactNode {
  const undo = useAction({
    mutationFn: async () => (await managementApi.post<Job>(`/bulk-actions${buildPath(job.id)}/undo`)).body.id,
    invalidates: [['jobs']],
    toastErrors: true,
    onSuccess: onJob,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={undo.isPending}
      onClick={() => {
        undo.mutate();
      }}
    >
      {t`Undo`}
    </Button>
  );
}
