import { t } from '@lingui/core/macro';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconPlayerPlay } from '../../icons/icons.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import type { ApiClientWithSecret } from '../../management-api/resources.js';
import { requestToken } from '../token-request.js';
import type { QueryTarget } from './frameworks.js';
import { SignInTrial } from './sign-in-trial.js';
import { readTitles, TrialResult } from './trial-result.js';

interface TrialButtonsProps {
  /** A new client. */
  readonly client: ApiClientWithSecret;
  readonly target: QueryTarget | undefined;
}

/** Buttons that do what the program will do: get a token, for itself or for the signed-in user, and send the first query. */
export function TrialButtons({ client, target }: TrialButtonsProps): ReactNode {
  const { id, secret, grants, allowedScopes } = client;
  const own = useMutation({
    mutationFn: async () =>
      readTitles(
        await requestToken({
          grant_type: 'client_credentials',
          client_id: id,
          client_secret: secret ?? '',
        }),
        target,
      ),
  });
  return (
    <Stack gap="sm">
      {grants.includes('client_credentials') && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlayerPlay size={16} />}
          loading={own.isPending}
          onClick={() => {
            own.mutate();
          }}
        >
          {t`Try the first query`}
        </Button>
      )}
      <FailureNotice failure={own.error} />
      {own.data !== undefined && (
        <TrialResult
          title={t`The first query works`}
          result={own.data}
          scopes={allowedScopes}
          target={target}
        />
      )}
      {grants.includes('authorization_code') && (
        <SignInTrial client={client} secret={secret} target={target} />
      )}
    </Stack>
  );
}
