import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { RelativeTime } from '../forms/relative-time.js';
import { type Detail, DetailsList } from '../layout/details-card.js';
import type { ApiClient } from '../management-api/resources.js';

/** The read-only properties of a client. */
export function ClientDetails({
  client: { id, confidential, createdAt, lastUsedAt, secrets },
}: {
  readonly client: ApiClient;
}): ReactNode {
  const expiringSecret = secrets.find(({ expiresAt }) => expiresAt !== null);
  const rows: Detail[] = [
    [t`Kind`, confidential ? t`Server or script` : t`Browser or app`],
    [t`Created`, <RelativeTime key="created" at={createdAt} />],
    [t`Last used`, <RelativeTime key="used" at={lastUsedAt} isPast />],
  ];
  if (expiringSecret !== undefined)
    rows.push([
      t`Earlier secret`,
      <Trans key="secret">
        ends <RelativeTime at={expiringSecret.expiresAt} />
      </Trans>,
    ]);
  return (
    <Card withBorder>
      <CopyableText label={t`Client id`} text={id} />
      <DetailsList mt="md" labelWidth={130} rows={rows} />
    </Card>
  );
}
