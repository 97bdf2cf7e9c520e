import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { RelativeTime } from '../forms/relative-time.js';
import { type Detail, DetailsList } from '../layout/details-card.js';
import type { Webhook } from '../management-api/operations-resources.js';
import { useActorName } from '../users/use-actor-name.js';

/** The read-only properties of a webhook. */
export function WebhookDetails({
  webhook: { owner, createdAt, signature, publicKey, previousSecretUntil, visibility },
}: {
  readonly webhook: Webhook;
}): ReactNode {
  const formatActor = useActorName();
  const scopes =
    visibility === 'content'
      ? t`site_settings:administer and content:administer`
      : 'site_settings:administer';
  const rows: Detail[] = [
    [
      t`Owner`,
      <div key="owner">
        {formatActor(owner)}
        <Text size="sm" c="dimmed">
          <Trans>Deliveries are skipped while the owner is disabled or lacks {scopes}.</Trans>
        </Text>
      </div>,
    ],
    [t`Created`, <RelativeTime key="created" at={createdAt} />],
    [t`Signature`, signature === 'v1' ? t`Shared secret (v1, HMAC-SHA256)` : t`Key pair (v1a, Ed25519)`],
  ];
  if (previousSecretUntil !== null)
    rows.push([
      t`Earlier secret`,
      <Trans key="secret">signs until {formatDateTime(previousSecretUntil)}</Trans>,
    ]);
  return (
    <Card withBorder>
      <DetailsList labelWidth={130} rows={rows} />
      {publicKey !== null && (
        <Box mt="md">
          <CopyableText label={t`Public key`} text={publicKey} />
        </Box>
      )}
    </Card>
  );
}
