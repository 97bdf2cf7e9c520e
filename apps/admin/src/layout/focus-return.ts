/** The attribute of an element that takes the focus by itself when its screen opens. */
export const FIRST_FOCUS = 'data-first-focus';

/** Enough for a menu, a dialog and a question above it. */
const FOCUSED_MAXIMUM = 20;

/** The elements that had the focus, the latest first. */
let focused: readonly HTMLElement[] = [];

/**
 * Returns the focus when a dialog closes and the focus falls to the page, and when a button is enabled again that lost the focus
 * because it was disabled, as while it shows a spinner (WCAG 2.2, 2.4.3).
 *
 * Mantine returns the focus to the active element of the moment in which a mounted dialog opens. There is none when that was a
 * disabled button, an item of a closed menu, or when the dialog is mounted open.
 */
export function startFocusReturn(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement)
      focused = [target, ...focused.filter((element) => element !== target && element.isConnected)].slice(
        0,
        FOCUSED_MAXIMUM,
      );
  });
  new MutationObserver((mutations) => {
    if (document.activeElement !== document.body) return;
    const target = findTarget();
    if (mutations.some((mutation) => removesDialog(mutation) || isAttributeOf(mutation, target)))
      target?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

/** The latest element that had the focus and is still shown, in the open dialog if there is one; `<main>` without any. */
function findTarget(): HTMLElement | undefined {
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter(isShown);
  const isReachable = (element: HTMLElement): boolean =>
    isShown(element) && (dialogs.length === 0 || dialogs.at(-1)?.contains(element) === true);
  return focused.find(isReachable) ?? [...document.querySelectorAll('main')].find(isReachable);
}

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility();
}

function isAttributeOf({ type, target }: MutationRecord, element: HTMLElement | undefined): boolean {
  return type === 'attributes' && target === element;
}

function removesDialog({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some(
    (node) =>
      node instanceof Element &&
      (node.matches('[role=dialog]') || node.querySelector('[role=dialog]') !== null),
  );
}
