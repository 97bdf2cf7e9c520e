import { Badge, Box, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Job } from '../management-api/operations-resources.js';
import { formatJobKind, formatProgress, getPercentage } from './job-words.js';

const COLORS: Readonly<Record<Job['state'], string>> = {
  queued: 'blue',
  running: 'blue',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'gray.6',
};

export function JobBadge({ job: { state, cancelRequested } }: { readonly job: Job }): ReactNode {
  return (
    <Badge variant="dot" color={COLORS[state]} c="inherit" miw="max-content">
      {state === 'running' && cancelRequested ? 'cancelling' : state}
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
        <Progress value={percentage} mb={4} aria-label={`Progress of: ${formatJobKind(job)}`} />
      )}
      <Text size="sm">{formatProgress(job)}</Text>
    </Box>
  );
}
