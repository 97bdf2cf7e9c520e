import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { KeptDraft } from '../forms/unsaved-values.js';
import { useAction } from '../forms/use-action.js';
import { type MenuState, rebase, toMenuState } from './menu-draft.js';
import type { MenuLink, StoredLink } from './menu-link.js';
import { isTreeConflict, saveTree } from '../trees/save-tree.js';
import type { Tree } from '../trees/tree.js';
import type { TreeDraft } from '../trees/tree-save-bar.js';
import { LINK_TREE, menuContent } from './menu-content.js';
import { toOperations } from './menu-operations.js';

interface Draft {
  /** The links that the changes are based on. */
  readonly stored: readonly StoredLink[];
  readonly menu: MenuState;
}

/** The state of the screen of a menu. */
export interface MenuDraft extends TreeDraft {
  readonly menu: MenuState;
  readonly change: (change: (menu: MenuState) => MenuState) => void;
  /** What is kept in the browser until it is saved. */
  readonly kept: KeptDraft;
}

/** A menu with changes as it is kept: the links that it is based on, and its own, from top to bottom. */
interface KeptMenu {
  readonly stored: readonly StoredLink[];
  readonly links: readonly (readonly [string, MenuLink])[];
  readonly tree: Tree;
}

function toKept(stored: readonly StoredLink[], { links, tree }: MenuState): KeptMenu {
  return { stored, links: [...links], tree };
}

function fromKept({ links, tree }: KeptMenu): MenuState {
  return { links: new Map(links), tree };
}

/** The changes that were made while a menu was saved, on its newest version; `undefined` without any. */
function settle({ menu }: Draft, sent: MenuState, stored: readonly StoredLink[]): Draft | undefined {
  return menu === sent ? undefined : { stored, menu: rebase(sent, menu, toMenuState(stored)) };
}

/** The menu with the changes of an editor, which are saved together. @param stored the links of the last fetch */
export function useMenuDraft(menuName: string, stored: readonly StoredLink[]): MenuDraft {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>();
  const original = useMemo(() => toMenuState(stored), [stored]);
  const base = draft?.stored ?? stored;
  const menu = draft?.menu ?? original;
  const operations = useMemo(
    () => (draft === undefined ? [] : toOperations(menuName, base, menu)),
    [menuName, draft, base, menu],
  );
  const change = useCallback(
    (apply: (menu: MenuState) => MenuState) => {
      setDraft((before = { stored, menu: original }) => ({ ...before, menu: apply(before.menu) }));
    },
    [stored, original],
  );
  const takeNewest = async (): Promise<void> => {
    const { links } = await queryClient.query({ ...menuContent(menuName), staleTime: 0 });
    setDraft(
      (before) =>
        before && {
          stored: links,
          menu: rebase(toMenuState(before.stored), before.menu, toMenuState(links)),
        },
    );
  };
  const save = useAction({
    mutationFn: async () => {
      await saveTree(LINK_TREE, operations, base, takeNewest);
      return menu;
    },
    successMessage: t`Saved`,
    invalidates: [['entries'], ['content-model']],
    onSuccess: async (sent) => {
      // It was read again just now. What was changed during the save is a change of what is stored.
      const { links } = await queryClient.query({ ...menuContent(menuName), staleTime: Infinity });
      setDraft((before) => before && settle(before, sent, links));
    },
  });
  const reload = useAction({
    mutationFn: takeNewest,
    invalidates: [],
    toastErrors: true,
    onSuccess: save.reset,
  });
  const kept = useMemo(
    () => ({
      original: { menu: toKept(stored, original) },
      changes: operations.length === 0 ? {} : { menu: toKept(base, menu) },
      set: (_: 'menu', value: KeptMenu) => {
        const newest = toMenuState(stored);
        setDraft({ stored, menu: rebase(toMenuState(value.stored), fromKept(value), newest) });
      },
    }),
    [stored, original, base, menu, operations],
  );
  return {
    menu,
    kept,
    operations,
    change,
    discard: () => {
      setDraft(undefined);
      save.reset();
      void queryClient.invalidateQueries({ queryKey: menuContent(menuName).queryKey });
    },
    save: save.mutate,
    isSaving: save.isPending || reload.isPending,
    failure: save.error,
    isConflict: isTreeConflict(save.error),
    reload: reload.mutate,
  };
}
