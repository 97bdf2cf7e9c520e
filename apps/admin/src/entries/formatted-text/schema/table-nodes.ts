import { type AnyExtension } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { SECTION } from './hints.js';

/** The attributes of a cell; its width and alignment would be styles, which no format allows. */
const CELL_ATTRIBUTES = { colspan: { default: 1 }, rowspan: { default: 1 } };

/** Tables whose first rows of header cells are their heads; header cells of their bodies stay there. */
export const TABLE_NODES: readonly AnyExtension[] = [
  Table.extend({
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  }),
  TableRow.extend({
    addAttributes: () => ({
      section: {
        default: null,
        keepOnSplit: false,
        parseHTML: (row: HTMLElement) => (isHeaderRow(row) ? findSection(row) : null),
        renderHTML: ({ section }) => (section === 'tbody' ? { [SECTION]: 'tbody' } : {}),
      },
    }),
  }),
  TableCell.extend({ addAttributes: () => CELL_ATTRIBUTES }),
  TableHeader.extend({ addAttributes: () => CELL_ATTRIBUTES }),
];

/** Whether all cells of a row are header cells. */
export function isHeaderRow({ children }: Element): boolean {
  return [...children].every(({ localName }) => localName === 'th');
}

function findSection(row: Element): string | null {
  return row.getAttribute(SECTION) ?? row.parentElement?.localName ?? null;
}
