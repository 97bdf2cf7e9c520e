import { t } from '@lingui/core/macro';
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { JobCard } from '../../jobs/job-card.js';
import { TextLink } from '../../layout/links.js';
import type { Job } from '../../management-api/operations-resources.js';
import { useLinkedTargets } from '../references/use-targets.js';
import { type BulkResult, formatBulkResult, getBulkTitle } from './bulk-words.js';

interface BulkJobProps {
  readonly id: string;
  readonly type: string;
  readonly onClose: () => void;
}

/** The progress and the result of a bulk action that the service performs in the background. */
export function BulkJob({ id, type, onClose }: BulkJobProps): ReactNode {
  return (
    <JobCard
      id={id}
      label={t`Bulk action`}
      formatTitle={getBulkTitle}
      invalidates={[['entries'], ['content-model']]}
      onClose={onClose}
    >
      {(job) => <Result job={job} type={type} />}
    </JobCard>
  );
}

function Result({ job, type }: { readonly job: Job; readonly type: string }): ReactNode {
  const result = job.result as unknown as BulkResult;
  const failures = result.failures.map(({ id }) => ({ type, id }));
  const targets = useLinkedTargets(failures);
  return (
    <>
      <Text size="sm">{formatBulkResult(job, result)}</Text>
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
