import { Button, Card, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { confirm } from '../../forms/confirm.js';
import { useAct } from '../../forms/use-act.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { eachOf } from './each-of.js';

interface BulkActsProps {
  readonly type: string;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

const publish = (status: boolean) => (entry: Identifier) => jsonApi.update(entry, { attributes: { status } });

/** What can be done with several entries at once. */
export function BulkActs({ type, ids, onDone }: BulkActsProps): ReactNode {
  const entries = ids.length === 1 ? '1 entry' : `${ids.length} entries`;
  const act = useAct({
    act: ({ each }: { each: (entry: Identifier) => Promise<unknown>; done: string }) =>
      eachOf(
        ids.map((id) => ({ type, id })),
        each,
      ),
    refresh: [['entries'], ['content-model']],
    then: ({ succeeded, failures }, { done }) => {
      notifications.show({
        message: `${succeeded} of ${ids.length} ${done}`,
        color: failures.length === 0 ? 'green' : 'red',
      });
      for (const sentence of new Set(failures.map(({ message }) => message)))
        notifications.show({ title: 'Not all of them', message: sentence, color: 'red', autoClose: 10_000 });
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
          loading={act.isPending}
          onClick={() => {
            act.mutate({ each: publish(true), done: 'published' });
          }}
        >
          Publish
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() => {
            act.mutate({ each: publish(false), done: 'unpublished' });
          }}
        >
          Unpublish
        </Button>
        <Button
          size="xs"
          variant="light"
          color="red"
          loading={act.isPending}
          onClick={() => {
            confirm({
              title: `Delete ${entries}?`,
              text: 'References to them end as well. This cannot be undone.',
              act: `Delete ${entries}`,
              onConfirm: () => {
                act.mutate({ each: (entry) => jsonApi.remove(entry), done: 'deleted' });
              },
            });
          }}
        >
          Delete
        </Button>
      </Group>
    </Card>
  );
}
