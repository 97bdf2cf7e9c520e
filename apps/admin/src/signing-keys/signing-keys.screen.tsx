import { Badge, Button, Card, Code, Spoiler, Table, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { confirm } from '../forms/confirm.js';
import { Moment } from '../forms/moment.js';
import { useAct } from '../forms/use-act.js';
import { Loaded } from '../frame/loaded.js';
import { Screen } from '../frame/screen.js';
import { manage } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { SigningKey } from '../manage/shapes.js';

/** The keys that access tokens are signed with. */
export function SigningKeysScreen(): ReactNode {
  const query = useQuery(queries.signingKeys);
  const rotate = useAct({
    act: () => manage.post('/keys'),
    done: 'A new key signs from now on',
    refresh: [['signing-keys']],
    sayFailure: true,
  });
  return (
    <Screen
      title="Signing keys"
      description="Access tokens are signed with the active key. Others check them with its public part, at /.well-known/jwks.json."
      actions={
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={rotate.isPending}
          onClick={() => {
            confirm({
              title: 'Rotate the signing key?',
              text: 'A new key signs new tokens. Tokens that are out stay valid until they expire; the old key is published until then.',
              act: 'Rotate',
              onConfirm: () => {
                rotate.mutate();
              },
            });
          }}
        >
          Rotate
        </Button>
      }
    >
      <Loaded query={query}>
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
      </Loaded>
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
        <Spoiler maxHeight={0} showLabel="Show the public key" hideLabel="Hide the public key" fz="sm">
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(publicKey, null, 2)}
          </Code>
        </Spoiler>
      </Table.Td>
      <Table.Td>
        <Badge variant="default">{state}</Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Moment at={createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}
