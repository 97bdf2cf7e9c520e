import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Button, type ButtonProps, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import pMap from 'p-map';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { confirm } from '../../forms/confirm.js';
import { StickyBar } from '../../forms/sticky-bar.js';
import { useAction } from '../../forms/use-action.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { DeletionText } from '../deletion-text.js';
import { useResourceType } from '../resource-type.js';
import { formatAction, formatChangedOf, formatQuestion, type PlainAction } from './bulk-words.js';
import { ASKED_MINIMUM, type BulkScope, Consequence, TYPED_MINIMUM, WANTED } from './bulk-consequence.js';
import { showUndoable } from './undo-selected.js';
import { toMatchingTarget, useBulkJob } from './use-bulk-job.js';

const BulkEditDialog = lazy(() =>
  import('./bulk-edit-dialog.js').then((module) => ({ default: module.BulkEditDialog })),
);

interface BulkActionBarProps extends BulkScope {
  readonly type: string;
  /** Offers to select all matching entries; absent when there are no more than `ids`. */
  readonly onSelectAll: (() => void) | undefined;
  readonly onDone: () => void;
  /** Called with the id of the job that changes all matching entries. */
  readonly onJob: (id: string) => void;
}

const ACTIONS = ['publish', 'unpublish', 'delete'] as const;

const BUTTONS: Readonly<Record<PlainAction, Pick<ButtonProps, 'variant' | 'color'>>> = {
  publish: { variant: 'default' },
  unpublish: { variant: 'default' },
  delete: { variant: 'light', color: 'red' },
};

/** Requests that are on their way at the same time. */
const CONCURRENCY = 4;

const REQUESTS: Readonly<Record<PlainAction, (entry: Identifier) => Promise<unknown>>> = {
  publish: (entry) => jsonApi.update(entry, { attributes: { status: true } }),
  unpublish: (entry) => jsonApi.update(entry, { attributes: { status: false } }),
  delete: (entry) => jsonApi.remove(entry),
};

/**
 * The bar below the list that publishes, unpublishes, deletes or edits the selected entries, after a question when they are many or
 * all that match. A failure of one entry does not stop the others.
 */
export function BulkActionBar(props: BulkActionBarProps): ReactNode {
  const { type, ids, isAll, matching, onSelectAll, onJob } = props;
  const [isEditing, { open, close }] = useDisclosure();
  const [wasEditing, setWasEditing] = useState(false);
  const resourceType = useResourceType(type);
  const selected = useSelectedAction(props);
  const all = useBulkJob(onJob, { toastErrors: true });
  const count = isAll ? matching.count : ids.length;
  const isPending = selected.isPending || all.isPending;
  const perform = (action: PlainAction): void => {
    if (isAll) all.mutate(() => ({ ...toMatchingTarget(type, matching), action }));
    else selected.mutate(action);
  };
  const ask = (action: PlainAction): void => {
    const onConfirm = (): void => {
      perform(action);
    };
    if (action !== 'delete' && !isAll && count < ASKED_MINIMUM) {
      onConfirm();
      return;
    }
    const text =
      action === 'delete' ? (
        <DeletionText resourceType={resourceType} {...(isAll ? {} : { ids })} />
      ) : (
        <Consequence action={action} {...props} />
      );
    const question = formatQuestion(action, count);
    const word = count < TYPED_MINIMUM ? undefined : formatAction(action).toLowerCase();
    confirm({ ...question, text, onConfirm, word, isHarmless: action !== 'delete' });
  };
  return (
    <StickyBar
      label={t`Selected entries`}
      state={
        <Text size="sm" fw={600} role="status">
          {isAll
            ? plural(count, {
                one: 'The entry that matches selected',
                other: 'All # entries that match selected',
              })
            : plural(count, { one: '# entry selected', other: '# entries selected' })}
        </Text>
      }
    >
      {onSelectAll !== undefined && (
        <Button size="xs" variant="subtle" onClick={onSelectAll}>
          <Plural
            value={matching.count}
            one="Select the entry that matches"
            other="Select all # entries that match"
          />
        </Button>
      )}
      {ACTIONS.map((action) => (
        <Button
          key={action}
          size="xs"
          {...BUTTONS[action]}
          loading={isPending}
          onClick={() => {
            ask(action);
          }}
        >
          {formatAction(action)}
        </Button>
      ))}
      {resourceType?.entity.writable === true && (
        <>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setWasEditing(true);
              open();
            }}
          >
            {t`Edit a field…`}
          </Button>
          {wasEditing && (
            <Suspense>
              <BulkEditDialog {...props} resourceType={resourceType} opened={isEditing} onClose={close} />
            </Suspense>
          )}
        </>
      )}
    </StickyBar>
  );
}

/** Changes the selected entries by a request each; deletions one after the other, so that an undo knows their order. */
function useSelectedAction({ type, ids, published, onDone }: BulkActionBarProps) {
  const queryClient = useQueryClient();
  const isVersioned = useResourceType(type)?.entity.versioned === true;
  return useAction({
    mutationFn: (action: PlainAction) =>
      pMap(ids, (id) => REQUESTS[action]({ type, id }).then(() => undefined, toError), {
        concurrency: action === 'delete' ? 1 : CONCURRENCY,
      }),
    invalidates: [['entries'], ['content-model'], ['trash']],
    onSuccess: (results, action) => {
      const failures = results.filter((result) => result !== undefined);
      const message = formatChangedOf(action, ids.length - failures.length, ids.length);
      const changed = ids.filter(
        (id, index) =>
          results[index] === undefined && (action === 'delete' || published.has(id) !== WANTED[action]),
      );
      if (changed.length > 0 && failures.length === 0 && (action !== 'delete' || isVersioned))
        showUndoable(message, { action, entries: changed.map((id) => ({ type, id })) }, queryClient);
      else notifications.show({ message, color: failures.length === 0 ? 'green' : 'red' });
      for (const text of new Set(failures.map((failure) => failure.message)))
        notifications.show({ title: t`Not all of them`, message: text, color: 'red', autoClose: 10_000 });
      if (failures.length === 0) onDone();
    },
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
