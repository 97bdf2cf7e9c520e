import { t } from '@lingui/core/macro';
import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCheck, IconX } from '../icons/icons.js';
import type { AttemptWithRequest } from '../management-api/operations-resources.js';
import { AttemptDetails } from './attempt-details.js';
import { SentRequest } from './attempt-request.js';
import { formatAttempt, isSuccess } from './attempt.js';

interface TestResultProps {
  readonly attempt: AttemptWithRequest;
  readonly onClose: () => void;
}

/** What the receiver answered to the event `webhook.test`. */
export function TestResult({ attempt, onClose }: TestResultProps): ReactNode {
  const arrived = isSuccess(attempt);
  return (
    <Alert
      role="status"
      color={arrived ? 'green' : 'red'}
      c="inherit"
      icon={arrived ? <IconCheck /> : <IconX />}
      title={arrived ? t`The test arrived` : t`The test did not arrive`}
      withCloseButton
      closeButtonLabel={t`Close the result of the test`}
      onClose={onClose}
    >
      <Text size="sm">{formatAttempt(attempt)}</Text>
      <AttemptDetails attempt={attempt} request={<SentRequest request={attempt.request} />} />
    </Alert>
  );
}
