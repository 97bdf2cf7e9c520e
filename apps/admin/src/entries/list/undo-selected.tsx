import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import pMap from 'p-map';
import type { ReactNode } from 'react';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { buildPath, managementApi } from '../../management-api/management-api.js';
import { formatSetBack, type PlainAction } from './bulk-words.js';

/** How long the result of an action offers to undo it, in milliseconds. */
const OFFERED_MS = 20_000;

/** What sets back an action on one entry. */
const UNDO: Readonly<Record<PlainAction, (entry: Identifier) => Promise<unknown>>> = {
  publish: (entry) => jsonApi.update(entry, { attributes: { status: false } }),
  unpublish: (entry) => jsonApi.update(entry, { attributes: { status: true } }),
  delete: ({ id }) => managementApi.post(`/trash${buildPath(id)}/restore?references=true`),
};

interface Undoable {
  readonly action: PlainAction;
  /** The entries that the action has changed, in their order. */
  readonly entries: readonly Identifier[];
}

/** Shows the result of an action, with a button that sets back what it has changed, the last first. */
export function showUndoable(message: string, { action, entries }: Undoable, queryClient: QueryClient): void {
  const id = notifications.show({
    message: <UndoableResult message={message} onUndo={() => void undo()} />,
    color: 'green',
    autoClose: OFFERED_MS,
  });

  async function undo(): Promise<void> {
    notifications.hide(id);
    const order = entries.toReversed();
    // One after the other: an entry is restored before those that link it and were deleted earlier.
    const done = await pMap(
      order,
      (entry) =>
        UNDO[action](entry).then(
          () => true,
          () => false,
        ),
      {
        concurrency: 1,
      },
    );
    const count = done.filter(Boolean).length;
    const isComplete = count === entries.length;
    notifications.show({
      message: formatSetBack(count, entries.length),
      color: isComplete ? 'green' : 'red',
    });
    for (const queryKey of [['entries'], ['content-model'], ['trash']])
      void queryClient.invalidateQueries({ queryKey });
  }
}

interface UndoableResultProps {
  readonly message: string;
  readonly onUndo: () => void;
}

function UndoableResult({ message, onUndo }: UndoableResultProps): ReactNode {
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        {t`Undo`}
      </Button>
    </Group>
  );
}
