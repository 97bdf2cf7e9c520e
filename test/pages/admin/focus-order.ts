import type { Page } from 'playwright-core';

/** What the focus is on after a press of the Tab key. */
interface Stop {
  readonly name: string;
  /** Whether the element comes after the one before in the document. */
  readonly isInOrder: boolean;
  /** Whether a part of it can be seen (WCAG 2.2, 2.4.11). */
  readonly isVisible: boolean;
}

/**
 * Describes the element with the focus, and remembers it for the next call; `null` when the focus has left the page, or is on
 * an element for the second time, as in a dialog that keeps it. A browser without an address bar may lead from the last
 * element of the page to the first, which is the end, too.
 */
const DESCRIBE_STOP = `(() => {
  const element = document.activeElement;
  const { seen } = (window.walk ??= { seen: [] });
  const before = seen.at(-1);
  if (element === null || element === document.body || seen.includes(element)) return null;
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(
    (stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility());
  if (element === stops.at(0) && before !== undefined && before === stops.at(-1)) return null;
  seen.push(element);
  // The inputs of switches are transparent, and those of segments hidden; what stands for them is beside them.
  const isHidden = element.matches('[role=switch]') || (element.matches('[type=radio]') && element.clientWidth < 2);
  const shown = isHidden ? element.parentElement : element;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const isPart = (hit) => hit !== null && (shown.contains(hit) || hit.contains(shown));
  const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]));
  return {
    name: element.getAttribute('aria-label') ?? element.id + ' ' + element.textContent.slice(0, 40),
    isInOrder:
      before === undefined || before.contains(element) ||
      (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    isVisible: places.some(([x, y]) =>
      isPart(document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y))),
  };
})()`;

/** More than any screen has. */
const STOPS_MAXIMUM = 150;

/**
 * Presses the Tab key from the present focus on until it leaves the page, or returns in a dialog.
 *
 * @throws Error after more stops than any screen has: the focus is trapped
 */
export async function walkFocus(page: Page): Promise<readonly Stop[]> {
  await page.evaluate('delete window.walk');
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | null>(DESCRIBE_STOP);
    if (stop === null) return stops;
    stops.push(stop);
    if (stops.length > STOPS_MAXIMUM) throw new Error('The focus does not leave the page.');
  }
}

/**
 * The stops that cannot be seen or are out of order.
 *
 * @param keepsFocus whether the walk is in a dialog: it returns once from its last stop to its first
 */
export function findBadStops(stops: readonly Stop[], keepsFocus = false): readonly Stop[] {
  const disordered = stops.filter(({ isInOrder }) => !isInOrder);
  const hidden = stops.filter(({ isVisible }) => !isVisible);
  return [...hidden, ...disordered.slice(keepsFocus ? 1 : 0)];
}

/** What is open above the screen: a dialog that keeps the focus, or a menu or options. */
export type Overlay = 'dialog' | 'menu';

const SELECTORS: Readonly<Record<Overlay, string>> = {
  menu: '[role=menu], [role=listbox]',
  dialog: '[role=dialog]',
};

/** The number of overlays that are open above the screen. */
export function countOverlays(page: Page, overlay: Overlay): Promise<number> {
  return page.evaluate<number>(
    `[...document.querySelectorAll('${SELECTORS[overlay]}')].filter((element) => element.checkVisibility()).length`,
  );
}

/** Whether an element of the page, and not the page itself, has the focus. */
export function hasFocus(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('![null, document.body].includes(document.activeElement)');
}
