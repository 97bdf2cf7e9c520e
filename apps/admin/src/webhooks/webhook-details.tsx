import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Card, DataList, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { RelativeTime } from '../forms/relative-time.js';
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
  return (
    <Card withBorder>
      <DataList labelWidth={130}>
        <DataList.Item>
          <DataList.ItemLabel>{t`Owner`}</DataList.ItemLabel>
          <DataList.ItemValue>
            <div>
              {formatActor(owner)}
              <Text size="sm" c="dimmed">
                <Trans>Deliveries are skipped while the owner is disabled or lacks {scopes}.</Trans>
              </Text>
            </div>
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{t`Created`}</DataList.ItemLabel>
          <DataList.ItemValue>
            <RelativeTime at={createdAt} />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{t`Signature`}</DataList.ItemLabel>
          <DataList.ItemValue>
            {signature === 'v1' ? t`Shared secret (v1, HMAC-SHA256)` : t`Key pair (v1a, Ed25519)`}
          </DataList.ItemValue>
        </DataList.Item>
        {previousSecretUntil !== null && (
          <DataList.Item>
            <DataList.ItemLabel>{t`Earlier secret`}</DataList.ItemLabel>
            <DataList.ItemValue>
              <Trans>signs until {formatDateTime(previousSecretUntil)}</Trans>
            </DataList.ItemValue>
          </DataList.Item>
        )}
      </DataList>
      {publicKey !== null && (
        <Box mt="md">
          <CopyableText label={t`Public key`} text={publicKey} />
        </Box>
      )}
    </Card>
  );
}
