import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../frame/failure-notice.js';
import { tryCredentials } from './try-credentials.js';

interface TryItProps {
  readonly id: string;
  readonly secret: string;
}

/** Does with the credentials what the client will do. */
export function TryIt({ id, secret }: TryItProps): ReactNode {
  const attempt = useMutation({ mutationFn: () => tryCredentials(id, secret) });
  return (
    <Stack gap="sm">
      <Button
        variant="light"
        w="fit-content"
        leftSection={<IconPlayerPlay size={16} />}
        loading={attempt.isPending}
        onClick={() => {
          attempt.mutate();
        }}
      >
        Try it
      </Button>
      <FailureNotice failure={attempt.error} />
      {attempt.data !== undefined && (
        <Alert color="green" c="inherit" title="It works" role="status">
          <Text size="sm">
            A token of {attempt.data.lifetimeSeconds} seconds was issued, and <Code>{attempt.data.path}</Code>{' '}
            answered with {attempt.data.endpoints.length} endpoints:
          </Text>
          <List size="sm" mt="xs">
            {attempt.data.endpoints.slice(0, 8).map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
            {attempt.data.endpoints.length > 8 && <List.Item>…</List.Item>}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
