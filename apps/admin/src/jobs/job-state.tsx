import { t } from '@lingui/core/macro';
import { Badge, Box, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Job } from '../management-api/operations-resources.js';
import { formatJobKind, formatProgress, getPercentage } from './job-words.js';

/** The words of the states, with the colours of their badges. */
export const JOB_STATE_WORDS: Readonly<Record<Job['state'], readonly [label: string, color: string]>> = {
  queued: [t`queued`, 'blue'],
  running: [t`running`, 'blue'],
  succeeded: [t`succeeded`, 'green'],
  failed: [t`failed`, 'red'],
  cancelled: [t`cancelled`, 'gray.6'],
};

export function JobBadge({ job: { state, cancelRequested } }: { readonly job: Job }): ReactNode {
  const [label, color] = JOB_STATE_WORDS[state];
  return (
    <Badge variant="dot" color={color} c="inherit" miw="max-content">
      {state === 'running' && cancelRequested ? t`cancelling` : label}
    </Badge>
  );
}

/** The progress of a job: a bar while it runs and its total is known, and its phase and numbers. */
export function JobProgress({ job }: { readonly job: Job }): ReactNode {
  const isRunning = job.state === 'running';
  const percentage = getPercentage(job);
  return (
    <Box w="100%" miw={120}>
      {isRunning && percentage !== undefined && (
        <Progress value={percentage} mb={4} aria-label={t`Progress of: ${formatJobKind(job)}`} />
      )}
      <Text size="sm">{formatProgress(job)}</Text>
    </Box>
  );
}
