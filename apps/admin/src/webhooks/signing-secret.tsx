import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { SecretCard } from '../forms/secret-card.js';
import type { Webhook } from '../management-api/operations-resources.js';

interface SigningSecretProps {
  readonly webhook: Pick<Webhook, 'signature' | 'publicKey'>;
  readonly secret: string;
  readonly onDone: () => void;
}

/** The new secret of a webhook, which is shown once, and how receivers use it. */
export function SigningSecret({
  webhook: { signature, publicKey },
  secret,
  onDone,
}: SigningSecretProps): ReactNode {
  return (
    <SecretCard owner="webhook" onDone={onDone}>
      <CopyableText label={t`Signing secret`} text={secret} />
      {publicKey !== null && <CopyableText label={t`Public key`} text={publicKey} />}
      <Text size="sm">
        {signature === 'v1'
          ? t`Receivers verify the header webhook-signature with this secret and a library of Standard Webhooks, over the bytes of the body as they arrived.`
          : t`Receivers verify the header webhook-signature with the public key, which is also shown later. They do not need the secret.`}
      </Text>
    </SecretCard>
  );
}
