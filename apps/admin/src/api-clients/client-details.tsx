import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { RelativeTime } from '../forms/relative-time.js';
import type { ApiClient } from '../management-api/resources.js';

/** The read-only properties of a client. */
export function ClientDetails({
  client: { id, confidential, createdAt, lastUsedAt, secrets },
}: {
  readonly client: ApiClient;
}): ReactNode {
  const expiringSecret = secrets.find(({ expiresAt }) => expiresAt !== null);
  return (
    <Card withBorder>
      <CopyableText label={t`Client id`} text={id} />
      <DataList mt="md" labelWidth={130}>
        <DataList.Item>
          <DataList.ItemLabel>{t`Kind`}</DataList.ItemLabel>
          <DataList.ItemValue>{confidential ? t`Server or script` : t`Browser or app`}</DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{t`Created`}</DataList.ItemLabel>
          <DataList.ItemValue>
            <RelativeTime at={createdAt} />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{t`Last used`}</DataList.ItemLabel>
          <DataList.ItemValue>
            <RelativeTime at={lastUsedAt} isPast />
          </DataList.ItemValue>
        </DataList.Item>
        {expiringSecret !== undefined && (
          <DataList.Item>
            <DataList.ItemLabel>{t`Earlier secret`}</DataList.ItemLabel>
            <DataList.ItemValue>
              <Trans>
                ends <RelativeTime at={expiringSecret.expiresAt} />
              </Trans>
            </DataList.ItemValue>
          </DataList.Item>
        )}
      </DataList>
    </Card>
  );
}
