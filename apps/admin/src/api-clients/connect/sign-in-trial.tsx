import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirm } from '../../forms/confirm.js';
import { IconUserCheck } from '../../icons/icons.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import type { ApiClient } from '../../management-api/resources.js';
import { tryAuthorizationCode } from './authorization-trial.js';
import type { QueryTarget } from './frameworks.js';
import { readTitles, TrialResult } from './trial-result.js';

interface SignInTrialProps {
  readonly client: ApiClient;
  /** Absent for a client without a secret. */
  readonly secret: string | undefined;
  readonly target: QueryTarget | undefined;
  readonly disabled?: boolean;
  /** Whether the client may have tokens, which the trial ends: the user is asked first. */
  readonly isInUse?: boolean;
}

/** A button that signs in as people will do, in a window with the consent page, and sends the first query. */
export function SignInTrial({
  client: { id, label, allowedScopes },
  secret,
  target,
  disabled = false,
  isInUse = false,
}: SignInTrialProps): ReactNode {
  const queryClient = useQueryClient();
  const trial = useMutation({
    mutationFn: () => tryAuthorizationCode({ id, secret }, (token) => readTitles(token, target)),
    // The trial has changed the client, and changed it back: its version is a later one.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['api-clients'] }),
  });
  return (
    <>
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconUserCheck size={16} />}
        loading={trial.isPending}
        disabled={disabled}
        onClick={() => {
          if (!isInUse) trial.mutate();
          else
            confirm({
              title: t`Try the sign-in of ${label}?`,
              text: t`For the trial this application gets a redirect URI of the client. Its removal at the end revokes every token that the client has: people have to sign in to it again.`,
              confirmLabel: t`Try the sign-in`,
              onConfirm: trial.mutate,
            });
        }}
      >
        {t`Try the sign-in`}
      </Button>
      <FailureNotice failure={trial.error} />
      {trial.data !== undefined && (
        <TrialResult
          title={t`The sign-in works`}
          result={trial.data}
          scopes={allowedScopes}
          target={target}
        />
      )}
    </>
  );
}
