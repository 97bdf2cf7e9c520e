import { t } from '@lingui/core/macro';
import { Alert, Button, Card, EmptyState, Group, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { Form } from '../forms/form.js';
import { IconAlertTriangle, IconListTree, IconPlus } from '../icons/icons.js';
import { createUuid } from './create-uuid.js';
import { LinkDialog } from './link-dialog.js';
import { type LinkActions, LinkRow } from './link-row.js';
import { findHidden } from './link-visibility.js';
import { type MenuState, removeLink, setLink } from './menu-draft.js';
import { getUri } from './menu-link.js';
import { drop, findMoves, groupByParent } from '../trees/tree.js';
import { formatPlace, TreeSaveBar, TreeSaveFailure } from '../trees/tree-save-bar.js';
import { LINKS_MAXIMUM, type MenuContent } from './menu-content.js';
import { LEVELS_MAXIMUM } from './menu-tree.js';
import { type MenuDraft, useMenuDraft } from './use-menu-draft.js';
import { useEntryTargets } from './use-entry-targets.js';

/** The dialog that is open: that of a link, or of a new one below another. */
type OpenDialog = { readonly id: string } | { readonly parent: string };

/** The id of the link, or of the one that a new link is below. */
function formatDialog(dialog: OpenDialog | undefined): string {
  if (dialog === undefined) return '';
  return 'id' in dialog ? dialog.id : `new/${dialog.parent}`;
}

interface MenuEditorProps {
  readonly menuName: string;
  readonly stored: MenuContent;
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
        notice={<TreeSaveFailure draft={draft} texts={TEXTS} getTitle={(id) => links.get(id)?.title} />}
        inputPointers={[]}
        unsaved={{ form: `menus/${menuName}/links`, draft: draft.kept }}
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
            <ul className="tree" aria-label={t`Links`} data-rows>
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
        <VisuallyHidden role="status">{moved !== undefined && formatLinkPlace(menu, moved)}</VisuallyHidden>
        <TreeSaveBar draft={draft} isLocked={dialog !== undefined} />
      </Form>
      <LinkDialog
        key={dialog === undefined ? '' : JSON.stringify(dialog)}
        form={`menus/${menuName}/links/${formatDialog(dialog)}`}
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
      change((menu) => ({ ...menu, tree: findMoves(menu.tree, id, LEVELS_MAXIMUM)[direction] ?? menu.tree }));
      onMoved(id);
    },
    drop: (id, target, position) => {
      change((menu) => ({
        ...menu,
        tree: drop(menu.tree, id, target, position, LEVELS_MAXIMUM) ?? menu.tree,
      }));
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

function formatLinkPlace({ tree, links }: MenuState, id: string): string {
  const level = tree.find((place) => place.id === id)?.level;
  if (level === undefined) return '';
  const siblings = [...groupByParent(tree).values()].find((ids) => ids.includes(id)) ?? [];
  return formatPlace(links.get(id)?.title ?? '', siblings.indexOf(id), siblings.length, level);
}

const TEXTS = {
  conflict: t`Others have changed this menu meanwhile`,
  refused: t`The menu was not saved`,
  changed: (titles: string) => t`Changed or removed links: ${titles}.`,
  changedUnknown: t`A link was changed, added or removed by another user.`,
};
