import { plural, t } from '@lingui/core/macro';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StickyBar } from '../forms/sticky-bar.js';
import { formatErrorWithoutInput } from '../http/error-texts.js';
import { IconAlertTriangle } from '../icons/icons.js';
import { OPERATIONS_MAXIMUM } from '../jsonapi/json-api.js';
import { getId, TreeConflict, type TreeOperation, TreeRefusal } from './save-tree.js';

/** The changes of a tree that are saved together. */
export interface TreeDraft {
  /** What a save would send. */
  readonly operations: readonly TreeOperation[];
  readonly discard: () => void;
  readonly save: () => void;
  readonly isSaving: boolean;
  /** The error of the last save. */
  readonly failure: Error | null;
  /** Whether others have changed the tree meanwhile, so that it has to be read again. */
  readonly isConflict: boolean;
  /** Reads the tree again and makes the changes on its newest version. */
  readonly reload: () => void;
}

interface TreeSaveBarProps {
  readonly draft: TreeDraft;
  /** Whether something is open whose values are not among the changes yet. */
  readonly isLocked?: boolean;
}

/** The buttons of a tree with its state. */
export function TreeSaveBar({ draft, isLocked = false }: TreeSaveBarProps): ReactNode {
  const count = draft.operations.length;
  return (
    <StickyBar
      state={
        <Stack gap={0} flex="1 1 200px" role="status">
          <Text size="sm" c="dimmed">
            {count === 0
              ? t`Everything is saved`
              : plural(count, { one: '# change that is not saved', other: '# changes that are not saved' })}
          </Text>
          {count > OPERATIONS_MAXIMUM && (
            <Text size="xs" c="dimmed">
              {t`They are saved in parts of ${OPERATIONS_MAXIMUM}, each whole or not at all.`}
            </Text>
          )}
        </Stack>
      }
    >
      <Button variant="default" disabled={count === 0 || draft.isSaving} onClick={draft.discard}>
        {t`Discard changes`}
      </Button>
      <Button type="submit" disabled={count === 0 || isLocked} loading={draft.isSaving}>
        {t`Save`}
      </Button>
    </StickyBar>
  );
}

interface TreeSaveFailureProps {
  readonly draft: TreeDraft;
  /** The sentences about the tree. */
  readonly texts: {
    readonly conflict: string;
    readonly refused: string;
    /** @param titles those of the items */
    readonly changed: (titles: string) => string;
    /** When it is not known which items. */
    readonly changedUnknown: string;
  };
  /** The title of an item. */
  readonly getTitle: (id: string) => string | undefined;
}

/** Why the last save was refused; after a conflict with a button that keeps the changes. */
export function TreeSaveFailure({ draft, texts, getTitle }: TreeSaveFailureProps): ReactNode {
  const { failure, isConflict, reload } = draft;
  if (failure === null) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      role="alert"
      tabIndex={-1}
      title={isConflict ? texts.conflict : texts.refused}
    >
      {isConflict ? (
        <>
          <Text size="sm">
            {failure instanceof TreeConflict ? texts.changed(failure.message) : texts.changedUnknown}{' '}
            {t`Your changes are kept: load the newest version, look at it, and save again.`}
          </Text>
          <Button mt="sm" size="xs" variant="default" onClick={reload}>
            {t`Load the newest version and keep my changes`}
          </Button>
        </>
      ) : (
        <List size="sm">
          {formatFailure(failure, getTitle).map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** The messages of a refused save, each with the title of its item. */
function formatFailure(failure: Error, getTitle: TreeSaveFailureProps['getTitle']): readonly string[] {
  if (!(failure instanceof TreeRefusal) || failure.fieldErrors.length === 0) return [failure.message];
  const messages = failure.fieldErrors.map((error) => {
    const [, index] = /^\/atomic:operations\/(\d+)/.exec(error.pointer ?? '') ?? [];
    const operation = failure.operations[Number(index)];
    const title =
      operation === undefined || operation.op === 'remove' ? undefined : getTitle(getId(operation));
    const message = formatErrorWithoutInput(error);
    return title === undefined ? message : `«${title}»: ${message}`;
  });
  return [...new Set(messages)];
}

/** The place of an item among its siblings, such as `Trams: 2 of 5, level 1`, for screen readers. */
export function formatPlace(title: string, index: number, count: number, level: number): string {
  return t`${title}: ${index + 1} of ${count}, level ${level + 1}`;
}
