import { plural, t } from '@lingui/core/macro';
import { Alert, Button, Card, EmptyState, Group, List, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { Form } from '../forms/form.js';
import { StickyBar } from '../forms/sticky-bar.js';
import { ApiError } from '../http/api-error.js';
import { formatErrorWithoutInput } from '../http/error-texts.js';
import { IconAlertTriangle, IconListTree, IconPlus } from '../icons/icons.js';
import { createUuid } from './create-uuid.js';
import { LinkDialog } from './link-dialog.js';
import { type LinkActions, LinkRow } from './link-row.js';
import { findHidden } from './link-visibility.js';
import { type MenuState, removeLink, setLink } from './menu-draft.js';
import { getUri } from './menu-link.js';
import { OPERATIONS_MAXIMUM } from '../jsonapi/json-api.js';
import { LINKS_MAXIMUM, MenuConflict, type MenuLinks } from './menu-links.js';
import type { MenuOperation } from './menu-operations.js';
import { drop, findMoves, groupByParent } from './menu-tree.js';
import { type MenuDraft, useMenuDraft } from './use-menu-draft.js';
import { useEntryTargets } from './use-entry-targets.js';

/** The dialog that is open: that of a link, or of a new one below another. */
type OpenDialog = { readonly id: string } | { readonly parent: string };

interface MenuEditorProps {
  readonly menuName: string;
  readonly stored: MenuLinks;
}

/** The links of a menu as a tree, whose changes are saved together. */
export function MenuEditor({ menuName, stored: { links: stored, isCut } }: MenuEditorProps): ReactNode {
  const draft = useMenuDraft(menuName, stored);
  const { menu, change, operations } = draft;
  const { tree, links } = menu;
  const [dialog, setDialog] = useState<OpenDialog>();
  const [moved, setMoved] = useState<string>();
  const actions = useMemo(() => createActions(change, setDialog, setMoved), [change]);
  const targets = useEntryTargets([...links.values()].map(getUri));
  const hidden = useMemo(() => findHidden(menu, targets), [menu, targets]);
  const isFull = tree.length >= LINKS_MAXIMUM;
  const close = (): void => {
    setDialog(undefined);
  };
  return (
    <>
      <UnsavedChanges when={operations.length > 0} />
      <Form
        onSubmit={draft.save}
        failure={draft.failure}
        notice={<SaveFailure draft={draft} />}
        inputPointers={[]}
        gap="lg"
      >
        {isCut && (
          <Alert
            color="yellow"
            c="inherit"
            icon={<IconAlertTriangle />}
            title={t`This menu has too many links`}
          >
            <Text size="sm">{t`Only the ${LINKS_MAXIMUM} that were created first are shown, here and to readers. The order can be changed again when there are fewer: remove some.`}</Text>
          </Alert>
        )}
        {tree.length === 0 ? (
          <EmptyState
            icon={<IconListTree />}
            title={t`No links yet`}
            description={t`Add the first one: an entry, an address or the front page.`}
          />
        ) : (
          <Card withBorder p={0} style={{ overflow: 'visible' }}>
            <ul className="menu-links" aria-label={t`Links`} data-rows>
              {tree.map(({ id, level }, index) => {
                const link = links.get(id);
                return (
                  link !== undefined && (
                    <LinkRow
                      key={id}
                      id={id}
                      level={level}
                      link={link}
                      hasLinks={(tree[index + 1]?.level ?? 0) > level}
                      target={targets.get(getUri(link))}
                      hidden={hidden.get(id)}
                      canMove={!isCut}
                      actions={actions}
                    />
                  )
                );
              })}
            </ul>
          </Card>
        )}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={isFull}
            onClick={() => {
              setDialog({ parent: '' });
            }}
          >
            {t`Add a link`}
          </Button>
        </Group>
        <VisuallyHidden role="status">{moved !== undefined && formatPlace(menu, moved)}</VisuallyHidden>
        <MenuSaveBar draft={draft} isLocked={dialog !== undefined} />
      </Form>
      <LinkDialog
        key={dialog === undefined ? '' : JSON.stringify(dialog)}
        opened={dialog !== undefined}
        link={dialog !== undefined && 'id' in dialog ? links.get(dialog.id) : undefined}
        onClose={close}
        onDone={(link) => {
          if (dialog === undefined) return;
          const [id, parent] = 'id' in dialog ? [dialog.id, ''] : [createUuid(), dialog.parent];
          change((before) => setLink(before, id, link, parent));
          close();
        }}
      />
    </>
  );
}

function createActions(
  change: MenuDraft['change'],
  openDialog: (dialog: OpenDialog) => void,
  onMoved: (id: string) => void,
): LinkActions {
  return {
    move: (id, direction) => {
      change((menu) => ({ ...menu, tree: findMoves(menu.tree, id)[direction] ?? menu.tree }));
      onMoved(id);
    },
    drop: (id, target, position) => {
      change((menu) => ({ ...menu, tree: drop(menu.tree, id, target, position) ?? menu.tree }));
      onMoved(id);
    },
    set: (id, link) => {
      change((menu) => setLink(menu, id, link));
    },
    remove: (id) => {
      change((menu) => removeLink(menu, id));
    },
    edit: (id) => {
      openDialog({ id });
    },
    add: (parent) => {
      openDialog({ parent });
    },
  };
}

/** Such as `Trams: 2 of 5, level 1`, for screen readers. */
function formatPlace({ tree, links }: MenuState, id: string): string {
  const level = tree.find((place) => place.id === id)?.level;
  if (level === undefined) return '';
  const siblings = [...groupByParent(tree).values()].find((ids) => ids.includes(id)) ?? [];
  const title = links.get(id)?.title ?? '';
  return t`${title}: ${siblings.indexOf(id) + 1} of ${siblings.length}, level ${level + 1}`;
}

/** Why the last save was refused; after a conflict with a button that keeps the changes. */
function SaveFailure({
  draft: { failure, isConflict, operations, menu, reload },
}: {
  readonly draft: MenuDraft;
}): ReactNode {
  if (failure === null) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      role="alert"
      tabIndex={-1}
      title={isConflict ? t`Others have changed this menu meanwhile` : t`The menu was not saved`}
    >
      {isConflict ? (
        <>
          <Text size="sm">
            {failure instanceof MenuConflict
              ? t`Changed or removed links: ${failure.message}.`
              : t`A link was changed, added or removed by another user.`}{' '}
            {t`Your changes are kept: load the newest version, look at it, and save again.`}
          </Text>
          <Button mt="sm" size="xs" variant="default" onClick={reload}>
            {t`Load the newest version and keep my changes`}
          </Button>
        </>
      ) : (
        <List size="sm">
          {formatFailure(failure, operations, menu).map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** The messages of a refused save, each with the title of its link. */
function formatFailure(
  failure: Error,
  operations: readonly MenuOperation[],
  { links }: MenuState,
): readonly string[] {
  if (!(failure instanceof ApiError) || failure.fieldErrors.length === 0) return [failure.message];
  const messages = failure.fieldErrors.map((error) => {
    const [, index] = /^\/atomic:operations\/(\d+)/.exec(error.pointer ?? '') ?? [];
    const operation = operations[Number(index)];
    const link = operation?.op === 'remove' ? undefined : links.get(operation?.data.id ?? '');
    const message = formatErrorWithoutInput(error);
    return link === undefined ? message : `«${link.title}»: ${message}`;
  });
  return [...new Set(messages)];
}

/** The buttons of the menu with its state. */
function MenuSaveBar({
  draft,
  isLocked,
}: {
  readonly draft: MenuDraft;
  readonly isLocked: boolean;
}): ReactNode {
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
