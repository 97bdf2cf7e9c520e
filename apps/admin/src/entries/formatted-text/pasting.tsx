import { plural, t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Extension, getChangedRanges } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { cleanPastedHtml, formatLeftOut } from './clean-pasted-html.js';
import type { HtmlFormat } from './schema/html-format.js';

/** HTML of the clipboard with tables, and the place of the paragraphs that they became. */
export interface PastedTables {
  readonly html: string;
  readonly from: number;
  readonly to: number;
}

/** What the notification of tables that became paragraphs offers; nothing without a format that keeps them. */
type KeepTables = ((tables: PastedTables) => void) | undefined;

interface Pasting {
  readonly extension: Extension;
  readonly offer: (keepTables: KeepTables) => void;
}

/** How long a notification of what was not kept is shown, in milliseconds; one with a button stays until it is of no use. */
const SHOWN_MS = 10_000;

/** Cleans pasted HTML, with a notification of what was not kept. */
export function createPasting(format: HtmlFormat): Pasting {
  let keepTables: KeepTables;
  let pasted: string | undefined;
  let tables: PastedTables | undefined;
  let notice: string | undefined;
  const hideNotice = (): void => {
    if (notice !== undefined) notifications.hide(notice);
  };
  const keep = (): void => {
    hideNotice();
    if (tables !== undefined) keepTables?.(tables);
  };
  const extension = Extension.create({
    name: 'pasting',
    transformPastedHTML: (html) => {
      const cleaned = cleanPastedHtml(html, format);
      const hasLostTables = cleaned.leftOut.tables > 0;
      pasted = hasLostTables ? html : undefined;
      const message = formatLeftOut(cleaned.leftOut);
      hideNotice();
      if (message !== '') {
        const isOffered = hasLostTables && keepTables !== undefined;
        notice = notifications.show({
          message: isOffered ? (
            <Offer message={message} tables={cleaned.leftOut.tables} onKeep={keep} />
          ) : (
            message
          ),
          color: 'yellow',
          autoClose: isOffered ? false : SHOWN_MS,
        });
      }
      return cleaned.html;
    },
    onTransaction: ({ transaction, appendedTransactions }) => {
      const isInserted = ['paste', 'drop'].includes(String(transaction.getMeta('uiEvent')));
      const before = tables;
      if (pasted !== undefined && isInserted) tables = { html: pasted, ...findChange(transaction) };
      else tables = tables && !isChangedBy(tables, transaction) ? follow(tables, transaction) : undefined;
      pasted = undefined;
      for (const appended of appendedTransactions) tables = tables && follow(tables, appended);
      if (before !== undefined && tables === undefined) hideNotice();
    },
    onDestroy: hideNotice,
  });
  const offer = (offered: KeepTables): void => {
    keepTables = offered;
  };
  return { extension, offer };
}

/** Puts the tables in the place of the paragraphs that they became. */
export function restoreTables(editor: Editor, { html, from, to }: PastedTables): void {
  const { doc, tr } = editor.state;
  const resolve = (position: number): ResolvedPos => doc.resolve(Math.min(position, doc.content.size));
  editor.view.dispatch(tr.setSelection(TextSelection.between(resolve(from), resolve(to))));
  editor.view.pasteHTML(html);
  editor.commands.focus();
}

function findChange(transaction: Transaction): { readonly from: number; readonly to: number } {
  const ranges = getChangedRanges(transaction).map(({ newRange }) => newRange);
  return {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  };
}

/** Whether something in the place was changed, which the tables would not have, or removed, as by undo. */
function isChangedBy({ from, to }: PastedTables, transaction: Transaction): boolean {
  return getChangedRanges(transaction).some(({ oldRange }) => oldRange.from < to && oldRange.to > from);
}

function follow(tables: PastedTables, { mapping }: Transaction): PastedTables {
  return { ...tables, from: mapping.map(tables.from, 1), to: mapping.map(tables.to, -1) };
}

interface OfferProps {
  readonly message: string;
  /** How many tables became paragraphs. */
  readonly tables: number;
  readonly onKeep: () => void;
}

function Offer({ message, tables, onKeep }: OfferProps): ReactNode {
  return (
    <Group justify="space-between" gap="xs">
      <span style={{ flex: '1 1 180px' }}>
        {message} {t`The format «Full HTML» keeps tables.`}
      </span>
      <Button size="compact-sm" variant="default" onClick={onKeep}>
        {plural(tables, { one: 'Keep as a table', other: 'Keep as tables' })}
      </Button>
    </Group>
  );
}
