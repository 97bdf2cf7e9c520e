import { Card, DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopiedText } from '../forms/copied-text.js';
import { Moment } from '../forms/moment.js';
import type { ApiClient } from '../manage/shapes.js';

/** What is so, and is not typed in. */
export function ClientFacts({
  client: { id, confidential, createdAt, lastUsedAt, secrets },
}: {
  readonly client: ApiClient;
}): ReactNode {
  const ending = secrets.find(({ expiresAt }) => expiresAt !== null);
  return (
    <Card withBorder>
      <CopiedText label="Client id" text={id} />
      <DataList mt="md" labelWidth={130}>
        <DataList.Item>
          <DataList.ItemLabel>Kind</DataList.ItemLabel>
          <DataList.ItemValue>{confidential ? 'Server or script' : 'Browser or app'}</DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Created</DataList.ItemLabel>
          <DataList.ItemValue>
            <Moment at={createdAt} />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>Last used</DataList.ItemLabel>
          <DataList.ItemValue>
            <Moment at={lastUsedAt} />
          </DataList.ItemValue>
        </DataList.Item>
        {ending !== undefined && (
          <DataList.Item>
            <DataList.ItemLabel>Earlier secret</DataList.ItemLabel>
            <DataList.ItemValue>
              ends <Moment at={ending.expiresAt} />
            </DataList.ItemValue>
          </DataList.Item>
        )}
      </DataList>
    </Card>
  );
}
