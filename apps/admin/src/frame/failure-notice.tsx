import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RequestFailed } from '../http/request-failed.js';
import { otherFaults } from '../http/faults.js';

interface FailureNoticeProps {
  readonly failure: unknown;
  /** Places that have an input, which shows its own faults. */
  readonly shown?: readonly string[];
  readonly onRetry?: () => void;
  /** Goes on from what is there now, where somebody else was faster. */
  readonly onReload?: (() => void) | undefined;
}

const TITLES: ReadonlyMap<number, string> = new Map([
  [403, 'You may not do this'],
  [404, 'This is not there'],
  [409, 'This cannot be done now'],
  [412, 'Somebody else was faster'],
  [422, 'Some of it is not accepted'],
]);

/** What went wrong, in the words of the service: for a missing permission they name the scope. */
export function FailureNotice({ failure, shown = [], onRetry, onReload }: FailureNoticeProps): ReactNode {
  if (failure === null || failure === undefined) return null;
  const sentences = otherFaults(failure, shown);
  const status = failure instanceof RequestFailed ? failure.status : 0;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      title={TITLES.get(status) ?? 'Something went wrong'}
      role="alert"
    >
      {sentences.length === 0 && <Text size="sm">See what is said beside the fields.</Text>}
      {sentences.length === 1 && <Text size="sm">{sentences[0]}</Text>}
      {sentences.length > 1 && (
        <List size="sm">
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
      {onRetry !== undefined && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      {onReload !== undefined && status === 412 && (
        <Button mt="sm" size="xs" variant="default" onClick={onReload}>
          Discard mine and show theirs
        </Button>
      )}
    </Alert>
  );
}
