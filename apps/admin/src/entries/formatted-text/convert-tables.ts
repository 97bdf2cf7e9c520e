import { BLOCKS } from './schema/blocks.js';
import { unwrap } from './pasted-document.js';

/** Puts the content of tables for layout, which are no data, in their places. */
export function unwrapLayoutTables(body: Element): void {
  for (const table of body.querySelectorAll('table[role=presentation], table[role=none]')) {
    const parts = [...table.querySelectorAll('tbody, tr, td, th')];
    for (const part of parts.filter((candidate) => candidate.closest('table') === table)) unwrap(part);
    unwrap(table);
  }
}

/** Puts captions before their tables, feet at their ends, and leaves out the widths of columns. */
export function simplifyTables(body: Element): void {
  for (const column of body.querySelectorAll('colgroup, col')) column.remove();
  for (const foot of body.querySelectorAll('tfoot')) foot.parentElement?.append(foot);
  for (const caption of body.querySelectorAll('table > caption')) {
    const paragraph = body.ownerDocument.createElement('p');
    paragraph.append(...caption.childNodes);
    caption.parentElement?.before(paragraph);
    caption.remove();
  }
}

/** Makes a paragraph of each row, with its cells one after the other. @returns the number of tables */
export function convertTables(body: Element): number {
  const tables = [...body.querySelectorAll('table')];
  const outermost = tables.filter((table) => table.parentElement?.closest('table') === null);
  // Inner tables first: their paragraphs become part of the cell.
  for (const table of tables.toReversed()) table.replaceWith(...[...table.rows].flatMap(toParagraph));
  return outermost.length;
}

function toParagraph(row: HTMLTableRowElement): readonly Element[] {
  const paragraph = row.ownerDocument.createElement('p');
  for (const cell of row.cells) {
    for (const block of [...cell.querySelectorAll('*')].filter(({ localName }) => BLOCKS.has(localName))) {
      block.append(' ');
      unwrap(block);
    }
    if (cell.textContent.trim() === '') continue;
    if (paragraph.hasChildNodes()) paragraph.append(' | ');
    paragraph.append(...cell.childNodes);
  }
  return paragraph.hasChildNodes() ? [paragraph] : [];
}
