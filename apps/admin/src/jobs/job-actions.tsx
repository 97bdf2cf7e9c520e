import { t } from '@lingui/core/macro';
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { useAction } from '../forms/use-action.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import { isUnfinished, type Job } from '../management-api/operations-resources.js';
import { formatJobKind } from './job-words.js';

interface JobActionsProps extends ButtonProps {
  readonly job: Job;
}

/** The button that cancels an unfinished job, resumes a cancelled one or retries a failed one. */
export function JobActions({ job, ...props }: JobActionsProps): ReactNode {
  const kind = formatJobKind(job);
  const change = useAction({
    mutationFn: (action: 'cancel' | 'resume' | 'retry') =>
      managementApi.patch(`/jobs${buildPath(job.id)}`, { action }),
    successMessage: (_, action) =>
      action === 'cancel' ? t`The job is being cancelled` : t`The job is queued again`,
    invalidates: [['jobs']],
    toastErrors: true,
  });
  if (isUnfinished(job))
    return (
      <ConfirmButton
        variant="default"
        {...props}
        disabled={job.cancelRequested}
        aria-label={t`Cancel: ${kind}`}
        question={{
          title: t`Cancel this job?`,
          text: t`It ends after the current batch. What is done stays done, and the job can be resumed.`,
          confirmLabel: t`Cancel job`,
        }}
        onConfirm={() => {
          change.mutate('cancel');
        }}
      >
        {t`Cancel`}
      </ConfirmButton>
    );
  if (job.state === 'succeeded') return null;
  const [action, label] =
    job.state === 'failed' ? (['retry', t`Retry`] as const) : (['resume', t`Resume`] as const);
  return (
    <Button
      variant="default"
      {...props}
      loading={change.isPending}
      aria-label={`${label}: ${kind}`}
      onClick={() => {
        change.mutate(action);
      }}
    >
      {label}
    </Button>
  );
}
