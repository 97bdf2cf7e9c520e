import { Extension } from '@tiptap/core';
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import { type BlockCommand, getBlockCommands } from '../block-commands.js';
import type { HtmlFormat } from './html-format.js';

/** What `/` at the beginning of an empty block offers. */
export interface SlashMenu {
  readonly commands: readonly BlockCommand[];
  /** The index of the command that Enter runs. */
  readonly active: number;
  readonly choose: (command: BlockCommand) => void;
}

/** The menu of one editor, for `useSyncExternalStore`. */
export interface SlashMenuStore {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly get: () => SlashMenu | undefined;
}

/** The extension that follows what is typed behind `/`, and the menu to show. */
export function createSlashMenu(format: HtmlFormat): {
  readonly extension: Extension;
  readonly store: SlashMenuStore;
} {
  const listeners = new Set<() => void>();
  let menu: SlashMenu | undefined;
  const show = (next: SlashMenu | undefined): void => {
    menu = next;
    for (const listener of listeners) listener();
  };
  const showCommands = ({ items, command }: SuggestionProps<BlockCommand, BlockCommand>): void => {
    show(items.length === 0 ? undefined : { commands: items, active: 0, choose: command });
  };
  const handleKey = ({ key }: KeyboardEvent): boolean => {
    if (menu === undefined) return false;
    const { commands, active, choose } = menu;
    const chosen = commands[active];
    if (key === 'ArrowDown') show({ ...menu, active: (active + 1) % commands.length });
    else if (key === 'ArrowUp') show({ ...menu, active: (active + commands.length - 1) % commands.length });
    else if ((key === 'Enter' || key === 'Tab') && chosen !== undefined) choose(chosen);
    else return false;
    return true;
  };
  const extension = Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion<BlockCommand, BlockCommand>({
          editor: this.editor,
          char: '/',
          startOfLine: true,
          allow: ({ state }) => state.selection.$from.parent.type.name === 'paragraph',
          items: ({ query }) => {
            const words = query.toLowerCase();
            return getBlockCommands(format).filter(({ label }) => label.toLowerCase().includes(words));
          },
          command: ({ editor, range, props }) => {
            editor.chain().focus().deleteRange(range).run();
            props.run(editor);
          },
          render: () => ({
            onStart: showCommands,
            onUpdate: showCommands,
            onExit: () => {
              show(undefined);
            },
            onKeyDown: ({ event }) => handleKey(event),
          }),
        }),
      ];
    },
  });
  const subscribe = (onChange: () => void): (() => void) => {
    listeners.add(onChange);
    return () => {
      listeners.delete(onChange);
    };
  };
  return { extension, store: { subscribe, get: () => menu } };
}
