import { Button, Card, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import pMap from 'p-map';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../../forms/confirm.js';
import { useAction } from '../../forms/use-action.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';

interface BulkActionsProps {
  readonly type: string;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Requests that are on their way at the same time. */
const CONCURRENCY = 4;

interface BulkRequest {
  readonly request: (entry: Identifier) => Promise<unknown>;
  /** The result in a notification, such as `published`. */
  readonly participle: string;
}

const publish = (status: boolean) => (entry: Identifier) => jsonApi.update(entry, { attributes: { status } });

/** Buttons that publish, unpublish or delete the selected entries; a failure of one does not stop the others. */
export function BulkActions({ type, ids, onDone }: BulkActionsProps): ReactNode {
  const entries = ids.length === 1 ? '1 entry' : `${ids.length} entries`;
  const action = useAction({
    mutationFn: ({ request }: BulkRequest) =>
      pMap(ids, (id) => request({ type, id }).then(() => undefined, toError), { concurrency: CONCURRENCY }),
    invalidates: [['entries'], ['content-model']],
    onSuccess: (results, { participle }) => {
      const failures = results.filter((result) => result !== undefined);
      notifications.show({
        message: `${ids.length - failures.length} of ${ids.length} ${participle}`,
        color: failures.length === 0 ? 'green' : 'red',
      });
      for (const message of new Set(failures.map((failure) => failure.message)))
        notifications.show({ title: 'Not all of them', message, color: 'red', autoClose: 10_000 });
      if (failures.length === 0) onDone();
    },
  });
  return (
    <Card withBorder py="xs" role="region" aria-label="Selected entries">
      <Group>
        <Text size="sm" fw={600}>
          {entries} selected
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={action.isPending}
          onClick={() => {
            action.mutate({ request: publish(true), participle: 'published' });
          }}
        >
          Publish
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={action.isPending}
          onClick={() => {
            action.mutate({ request: publish(false), participle: 'unpublished' });
          }}
        >
          Unpublish
        </Button>
        <ConfirmButton
          size="xs"
          variant="light"
          color="red"
          loading={action.isPending}
          question={{
            title: `Delete ${entries}?`,
            text: 'References to them end as well. This cannot be undone.',
            confirmLabel: `Delete ${entries}`,
          }}
          onConfirm={() => {
            action.mutate({ request: (entry) => jsonApi.remove(entry), participle: 'deleted' });
          }}
        >
          Delete
        </ConfirmButton>
      </Group>
    </Card>
  );
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
