import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconPlayerPlay } from '../icons/icons.js';
import { FailureNotice } from '../layout/failure-notice.js';
import { readWithToken, requestToken } from './token-request.js';

interface TryItProps {
  readonly id: string;
  readonly secret: string;
}

/** A button that requests a token with the credentials and reads the entry point of the API with it. */
export function TryIt({ id, secret }: TryItProps): ReactNode {
  const trial = useMutation({ mutationFn: () => tryCredentials(id, secret) });
  return (
    <Stack gap="sm">
      <Button
        variant="light"
        w="fit-content"
        leftSection={<IconPlayerPlay size={16} />}
        loading={trial.isPending}
        onClick={() => {
          trial.mutate();
        }}
      >
        {t`Try it`}
      </Button>
      <FailureNotice failure={trial.error} />
      {trial.data !== undefined && (
        <Alert color="green" c="inherit" title={t`It works`} role="status">
          <Text size="sm">
            <Trans>
              A token of {trial.data.lifetimeSeconds} seconds was issued, and <Code>{trial.data.path}</Code>{' '}
              answered with {trial.data.endpoints.length} endpoints:
            </Trans>
          </Text>
          <List size="sm" mt="xs">
            {trial.data.endpoints.slice(0, 8).map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
            {trial.data.endpoints.length > 8 && <List.Item>…</List.Item>}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

/** The result of a successful trial. */
interface CredentialTrial {
  readonly lifetimeSeconds: number;
  readonly path: string;
  /** The resource types of the entry point, such as `node--article`. */
  readonly endpoints: readonly string[];
}

/**
 * Requests a token with the credentials and reads the entry point of the API with it.
 *
 * @throws ApiError for the first response with an error status
 */
async function tryCredentials(id: string, secret: string): Promise<CredentialTrial> {
  const { access_token: token, expires_in: lifetimeSeconds } = await requestToken({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  const index = await readWithToken<{ links: Record<string, unknown> }>('/api', token);
  const endpoints = Object.keys(index.links).filter((name) => name.includes('--'));
  return { lifetimeSeconds, path: '/api', endpoints };
}
