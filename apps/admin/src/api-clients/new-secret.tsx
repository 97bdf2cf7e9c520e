import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { download } from '../forms/download.js';
import { SecretCard } from '../forms/secret-card.js';
import { buildUrl } from '../http/build-url.js';
import { IconDownload } from '../icons/icons.js';
import { TryIt } from './try-it.js';

interface NewSecretProps {
  readonly id: string;
  readonly secret: string;
  /** Whether the client has the grant `client_credentials`, so that the secret can be tried here. */
  readonly hasClientCredentials: boolean;
  readonly onDone: () => void;
}

/** A new secret with examples of its use. The service stores only its hash, so it is shown once. */
export function NewSecret({ id, secret, hasClientCredentials, onDone }: NewSecretProps): ReactNode {
  const environment = formatEnvironment(id, secret, buildUrl('/').replace(/\/$/, ''));
  return (
    <SecretCard
      owner="client"
      onDone={onDone}
      buttons={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => {
            download(`${id}.env`, 'text/plain', `${environment}\n`);
          }}
        >
          {t`Download .env`}
        </Button>
      }
    >
      <CopyableText label={t`Client id`} text={id} />
      <CopyableText label={t`Client secret`} text={secret} />
      <CopyableText label={t`For a .env file`} text={environment} />
      {hasClientCredentials ? (
        <>
          <CopyableText
            label={t`A token with curl`}
            text={formatCurlCommand(id, secret, buildUrl('/oauth/token'))}
          />
          <TryIt id={id} secret={secret} />
        </>
      ) : (
        <Text size="sm">
          <Trans>Tokens are issued to it when users sign in and give their consent.</Trans>
        </Text>
      )}
    </SecretCard>
  );
}

/** A shell command that requests a token. */
function formatCurlCommand(id: string, secret: string, tokenUrl: string): string {
  return [
    `curl -s ${tokenUrl}`,
    '-d grant_type=client_credentials',
    `-d client_id=${id}`,
    `-d client_secret=${secret}`,
  ].join(' \\\n  ');
}

/** The credentials as environment variables. */
function formatEnvironment(id: string, secret: string, base: string): string {
  return [`CONTENT_SERVICE_URL=${base}`, `CLIENT_ID=${id}`, `CLIENT_SECRET=${secret}`].join('\n');
}
