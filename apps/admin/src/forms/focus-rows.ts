import { flushSync } from 'react-dom';

/** What in a row can have the focus. */
const INPUTS = 'input:enabled, textarea:enabled, [contenteditable="true"], button:enabled';

/**
 * Changes a list and moves the focus to a row of the changed list: React removes or disables the button that was pressed, so
 * that the focus would fall to the page.
 *
 * @param pressed the button, below an element with `data-rows`, whose children are the rows
 * @param change updates the state
 * @param toIndex the index of the row to focus, by the index of the row of the button before and after the change (-1 when it is gone)
 * @param selectors the element in that row, in order of preference; the first input without one that matches
 */
export function changeAndFocusRow(
  pressed: HTMLElement,
  change: () => void,
  toIndex: (before: number, after: number) => number,
  selectors: readonly string[],
): void {
  const list = pressed.closest<HTMLElement>('[data-rows]');
  const findRow = (): number => [...(list?.children ?? [])].findIndex((row) => row.contains(pressed));
  const before = findRow();
  flushSync(change);
  const rows = [...(list?.children ?? [])];
  const row = rows[Math.min(Math.max(toIndex(before, findRow()), 0), rows.length - 1)];
  const target = [...selectors, INPUTS]
    .map((selector) => row?.querySelector<HTMLElement>(selector))
    .find((element) => element !== null && element !== undefined);
  target?.focus();
}

/** Changes a list whose rows keep their elements, and gives the focus back to the button that was pressed: moving it takes it away. */
export function changeAndKeepFocus(pressed: HTMLElement, change: () => void): void {
  flushSync(change);
  pressed.focus();
  pressed.scrollIntoView({ block: 'nearest' });
}
