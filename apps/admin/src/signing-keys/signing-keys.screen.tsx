import { Badge, Box, Card, Code, Table, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { RelativeTime } from '../forms/relative-time.js';
import { useAction } from '../forms/use-action.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { managementApi } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { SigningKey } from '../management-api/resources.js';

/** The signing keys of access tokens, with their public parts and a button to rotate them. */
export function SigningKeysScreen(): ReactNode {
  const query = useQuery(queries.signingKeys);
  const rotate = useAction({
    mutationFn: () => managementApi.post('/keys'),
    successMessage: 'A new key signs from now on',
    invalidates: [['signing-keys']],
    toastErrors: true,
  });
  return (
    <Screen
      title="Signing keys"
      description="Access tokens are signed with the active key. Others check them with its public part, at /.well-known/jwks.json."
      actions={
        <ConfirmButton
          leftSection={<IconRefresh size={16} />}
          loading={rotate.isPending}
          question={{
            title: 'Rotate the signing key?',
            text: 'A new key signs new tokens. Issued tokens stay valid until they expire; the old key is published until then.',
            confirmLabel: 'Rotate',
          }}
          onConfirm={rotate.mutate}
        >
          Rotate
        </ConfirmButton>
      }
    >
      <QueryBoundary query={query}>
        {(keys) => (
          <Card withBorder p={0}>
            <Table verticalSpacing="sm" horizontalSpacing="md" layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Key</Table.Th>
                  <Table.Th w={140}>State</Table.Th>
                  <Table.Th w={150} visibleFrom="sm">
                    Created
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {keys.map((key) => (
                  <Row key={key.kid} signingKey={key} />
                ))}
              </Table.Tbody>
            </Table>
          </Card>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function Row({ signingKey }: { readonly signingKey: SigningKey }): ReactNode {
  const { kid, algorithm, state, createdAt, publicKey } = signingKey;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {kid}
        </Text>
        <Text size="xs" c="dimmed">
          {algorithm}
        </Text>
        <Text size="sm" component="details" mt={4}>
          <Box component="summary" mih={24}>
            Public key
          </Box>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(publicKey, null, 2)}
          </Code>
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge variant="default">{state}</Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}
