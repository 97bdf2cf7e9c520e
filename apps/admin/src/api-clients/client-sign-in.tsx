import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, Code, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { buildUrl } from '../http/build-url.js';
import * as queries from '../management-api/queries.js';
import type { ApiClient } from '../management-api/resources.js';
import { buildAuthorizationUrl } from './connect/authorization-url.js';
import { findQueryTarget } from './connect/query-target.js';
import { SignInTrial } from './connect/sign-in-trial.js';

/** How people sign in to the program of a client: the address that begins it, the request for the token, and a trial. */
export function ClientSignIn({ client }: { readonly client: ApiClient }): ReactNode {
  const [redirectUri] = client.redirectUris;
  return (
    <Card withBorder component="section" aria-labelledby="client-sign-in">
      <Title order={2} size="h4" mb="md" id="client-sign-in">
        {t`How people sign in`}
      </Title>
      {redirectUri === undefined ? (
        <Text size="sm">{t`People cannot sign in to it yet: it needs a redirect URI, to which they return.`}</Text>
      ) : (
        <Requests client={client} redirectUri={redirectUri} />
      )}
    </Card>
  );
}

interface RequestsProps {
  readonly client: ApiClient;
  readonly redirectUri: string;
}

function Requests({ client, redirectUri }: RequestsProps): ReactNode {
  const { id, confidential } = client;
  const { data: model } = useQuery(queries.contentModel);
  const [secret, setSecret] = useState('');
  return (
    <Stack>
      <CopyableText
        label={t`The address that begins it`}
        text={buildAuthorizationUrl({ id, redirectUri, state: 'STATE', challenge: 'CHALLENGE' })}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          The program puts a random text in place of <Code>STATE</Code>, and the S256 challenge of its PKCE
          verifier in place of <Code>CHALLENGE</Code>.
        </Trans>
      </Text>
      <CopyableText
        label={t`A token for the code, with curl`}
        text={formatCurlCommand(client, redirectUri)}
      />
      {confidential && (
        <PasswordInput
          label={t`Client secret`}
          description={t`For the trial only. The service keeps no secret that could be filled in here.`}
          autoComplete="off"
          maw={420}
          value={secret}
          onChange={({ currentTarget }) => {
            setSecret(currentTarget.value.trim());
          }}
        />
      )}
      <SignInTrial
        client={client}
        secret={confidential ? secret : undefined}
        target={model && findQueryTarget(model)}
        disabled={confidential && secret === ''}
        isInUse
      />
    </Stack>
  );
}

/** A shell command that exchanges a code for tokens (RFC 6749 §4.1.3). */
function formatCurlCommand({ id, confidential }: ApiClient, redirectUri: string): string {
  return [
    `curl -s ${buildUrl('/oauth/token')}`,
    '-d grant_type=authorization_code',
    `-d client_id=${id}`,
    ...(confidential ? ['-d client_secret=SECRET'] : []),
    `--data-urlencode 'redirect_uri=${redirectUri}'`,
    '-d code=CODE',
    '-d code_verifier=VERIFIER',
  ].join(' \\\n  ');
}
