import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconUserCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CollectionDocument } from '../../jsonapi/document.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import { readWithToken, requestToken, type TokenResponse } from '../token-request.js';
import { tryAuthorizationCode } from './authorization-trial.js';
import type { Credentials, QueryTarget } from './frameworks.js';

interface TrialsProps {
  readonly credentials: Credentials;
  /** The scopes of the client. */
  readonly scopes: readonly string[];
  readonly target: QueryTarget | undefined;
  readonly withSignIn: boolean;
}

/** The result of a trial: the token and what it reads. */
interface TrialResult {
  readonly token: TokenResponse;
  readonly titles: readonly string[];
}

/** Buttons that do what the program will do: get a token, for itself or for the signed-in user, and send the first query. */
export function Trials({ credentials, scopes, target, withSignIn }: TrialsProps): ReactNode {
  const { id, secret } = credentials;
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
  const signIn = useMutation({
    mutationFn: () => tryAuthorizationCode(credentials, (token) => readTitles(token, target)),
  });
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {secret !== undefined && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} />}
            loading={own.isPending}
            onClick={() => {
              own.mutate();
            }}
          >
            Try the first query
          </Button>
        )}
        {withSignIn && (
          <Button
            variant="default"
            leftSection={<IconUserCheck size={16} />}
            loading={signIn.isPending}
            onClick={() => {
              signIn.mutate();
            }}
          >
            Try the sign-in
          </Button>
        )}
      </Group>
      <FailureNotice failure={own.error} />
      {own.data !== undefined && (
        <Success title="The first query works" result={own.data} scopes={scopes} target={target} />
      )}
      <FailureNotice failure={signIn.error} />
      {signIn.data !== undefined && (
        <Success title="The sign-in works" result={signIn.data} scopes={scopes} target={target} />
      )}
    </Stack>
  );
}

interface SuccessProps extends Pick<TrialsProps, 'scopes' | 'target'> {
  readonly title: string;
  readonly result: TrialResult;
}

function Success({ title, result: { token, titles }, scopes, target }: SuccessProps): ReactNode {
  return (
    <Alert color="green" c="inherit" title={title} role="status">
      <Text size="sm">
        A token of {token.expires_in} seconds with the scope <Code>{token.scope ?? scopes.join(' ')}</Code>{' '}
        was issued
        {target === undefined
          ? '.'
          : titles.length === 0
            ? ', and it reads no entries yet.'
            : ', and it reads:'}
      </Text>
      <List size="sm" mt="xs">
        {titles.map((text, index) => (
          <List.Item key={index}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

async function readTitles(token: TokenResponse, target: QueryTarget | undefined): Promise<TrialResult> {
  if (target === undefined) return { token, titles: [] };
  const { type, labelField } = target;
  const { data } = await readWithToken<CollectionDocument>(
    `/api/${type.replace('--', '/')}?sort=-changed&page[limit]=5`,
    token.access_token,
  );
  return { token, titles: data.map(({ id, attributes }) => formatTitle(attributes[labelField]) ?? id) };
}

function formatTitle(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
