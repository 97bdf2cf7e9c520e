import { t } from '@lingui/core/macro';
import { Badge, Box, Code, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { useAction } from '../forms/use-action.js';
import { IconRefresh } from '../icons/icons.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { managementApi } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import { getOwn } from '../own-members.js';
import type { SigningKey } from '../management-api/resources.js';

const STATES: Readonly<Record<string, string>> = {
  current: t`current`,
  next: t`next`,
  retired: t`retired`,
};

const COLUMNS = [
  { label: t`Key` },
  { label: t`State`, width: 140 },
  { label: t`Created`, visibleFrom: 'sm', width: 150 },
] as const;

/** The signing keys of access tokens, with their public parts and a button to rotate them. */
export function SigningKeysScreen(): ReactNode {
  const query = useQuery(queries.signingKeys);
  const rotate = useAction({
    mutationFn: () => managementApi.post('/keys'),
    successMessage: t`A new key signs from now on`,
    invalidates: [['signing-keys']],
    toastErrors: true,
  });
  return (
    <Screen
      title={t`Signing keys`}
      description={t`Access tokens are signed with the current key. Others check them with its public part, at /.well-known/jwks.json.`}
      actions={
        <ConfirmButton
          leftSection={<IconRefresh size={16} />}
          loading={rotate.isPending}
          question={{
            title: t`Rotate the signing key?`,
            text: t`A new key signs new tokens. Issued tokens stay valid until they expire; the old key is published until then.`,
            confirmLabel: t`Rotate`,
          }}
          onConfirm={rotate.mutate}
        >
          {t`Rotate`}
        </ConfirmButton>
      }
    >
      <QueryBoundary query={query}>
        {(keys) => (
          <ListTable items={keys} columns={COLUMNS} layout="fixed">
            {(key) => <Row key={key.kid} signingKey={key} />}
          </ListTable>
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
            {t`Public key`}
          </Box>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(publicKey, null, 2)}
          </Code>
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge variant="default">{getOwn(STATES, state) ?? state}</Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}
