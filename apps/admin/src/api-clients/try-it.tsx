import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toApiError } from '../http/api-error.js';
import { buildUrl } from '../http/build-url.js';
import { FailureNotice } from '../layout/failure-notice.js';

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
        Try it
      </Button>
      <FailureNotice failure={trial.error} />
      {trial.data !== undefined && (
        <Alert color="green" c="inherit" title="It works" role="status">
          <Text size="sm">
            A token of {trial.data.lifetimeSeconds} seconds was issued, and <Code>{trial.data.path}</Code>{' '}
            answered with {trial.data.endpoints.length} endpoints:
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
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  const token = await read<{ access_token: string; expires_in: number }>('/oauth/token', {
    method: 'POST',
    body: form,
  });
  const index = await read<{ links: Record<string, unknown> }>('/api', {
    headers: { Authorization: `Bearer ${token.access_token}` },
  });
  const endpoints = Object.keys(index.links).filter((name) => name.includes('--'));
  return { lifetimeSeconds: token.expires_in, path: '/api', endpoints };
}

async function read<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(buildUrl(path), { ...init, credentials: 'omit' });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as T;
  // Error responses of the token endpoint have their own members (RFC 6749 §5.2).
  const { error_description: detail } = (body ?? {}) as { readonly error_description?: string };
  throw toApiError(response.status, detail === undefined ? body : { detail });
}
