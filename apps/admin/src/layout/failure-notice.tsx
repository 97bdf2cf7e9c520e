import { t } from '@lingui/core/macro';
import { Alert, Button, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../http/api-error.js';
import { findOtherErrors } from '../http/field-errors.js';
import { ServiceUnreachable } from '../http/service-unreachable.js';
import { IconAlertTriangle } from '../icons/icons.js';
import { PasswordNotEntered } from '../session/reauthentication.js';

interface FailureNoticeProps {
  readonly failure: unknown;
  /** JSON pointers of the inputs on the screen; those show their errors themselves. */
  readonly inputPointers?: readonly string[];
  readonly onRetry?: () => void;
  /** Discards the draft and shows the stored version; offered after a 412. */
  readonly onReload?: (() => void) | undefined;
}

const TITLES: ReadonlyMap<number, string> = new Map([
  [403, t`You do not have permission to do this`],
  [404, t`This does not exist`],
  [409, t`This cannot be done now`],
  [412, t`Changed by another user`],
  [422, t`Some values are not accepted`],
]);

const getStatus = (failure: unknown): number => (failure instanceof ApiError ? failure.status : 0);

function getTitle(failure: unknown): string {
  if (failure instanceof ServiceUnreachable) return t`No connection to the service`;
  if (failure instanceof PasswordNotEntered) return t`Your password is needed`;
  return TITLES.get(getStatus(failure)) ?? t`Something went wrong`;
}

/** The error messages of the service that no input shows; for a missing permission they name the scope. */
export function FailureNotice({
  failure,
  inputPointers = [],
  onRetry,
  onReload,
}: FailureNoticeProps): ReactNode {
  if (failure === null || failure === undefined) return null;
  const messages = findOtherErrors(failure, inputPointers);
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={getTitle(failure)} role="alert" tabIndex={-1}>
      {messages.length === 0 && <Text size="sm">{t`See the messages beside the fields.`}</Text>}
      {messages.length === 1 && <Text size="sm">{messages[0]}</Text>}
      {messages.length > 1 && (
        <List size="sm">
          {messages.map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      )}
      {onRetry !== undefined && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {t`Try again`}
        </Button>
      )}
      {onReload !== undefined && getStatus(failure) === 412 && (
        <Button mt="sm" size="xs" variant="default" onClick={onReload}>
          {t`Discard my changes and show the stored version`}
        </Button>
      )}
    </Alert>
  );
}
