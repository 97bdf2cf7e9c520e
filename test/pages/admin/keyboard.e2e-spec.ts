import { jest } from '@jest/globals';
import { AdminSite } from './admin-site.js';

// Browsers are slow on a busy machine.
jest.setTimeout(120_000);

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start('--demo');
});
afterAll(() => site.stop());

/** What the focus is on after a press of the Tab key. */
interface Stop {
  readonly name: string;
  /** Whether the element comes after the one before in the document. */
  readonly isInOrder: boolean;
  /** Whether a part of it can be seen (WCAG 2.2, 2.4.11). */
  readonly isVisible: boolean;
}

/** Describes the element with the focus, and remembers it for the next call; `null` when the focus has left the page. */
const DESCRIBE_STOP = `(() => {
  const element = document.activeElement;
  const before = window.lastStop;
  window.lastStop = element;
  if (element === null || element === document.body) return null;
  // The inputs of switches and of segments are hidden; what stands for them is beside them.
  const isHidden = element.matches('[role=switch], [type=radio]') && element.clientWidth < 2;
  const shown = isHidden ? element.parentElement : element;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const isPart = (hit) => hit !== null && (shown.contains(hit) || hit.contains(shown));
  const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]));
  return {
    name: element.getAttribute('aria-label') ?? element.id + ' ' + element.textContent.slice(0, 40),
    isInOrder:
      before === undefined || before === document.body || before.contains(element) ||
      (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    isVisible: places.some(([x, y]) =>
      isPart(document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y))),
  };
})()`;

/** More than any screen has. */
const STOPS_MAXIMUM = 150;

it.each([
  ['start', ''],
  ['list of entries', '/entries/node--article'],
  ['new entry', '/entries/node--article/new'],
  ['type', '/content-model/node--article'],
  ['new API client', '/api-clients/new'],
  ['settings', '/settings'],
  ['users', '/users'],
])('the Tab key leads through the screen «%s» in its order, and every stop can be seen', async (_, path) => {
  const { page, consoleErrors } = await site.openSignedIn(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const stops: Stop[] = [];

  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | null>(DESCRIBE_STOP);
    if (stop === null || stops.length > STOPS_MAXIMUM) break;
    stops.push(stop);
  }

  expect(stops[0]?.name).toContain('Skip to content');
  expect(stops.length).toBeGreaterThan(15);
  expect(stops.length).toBeLessThan(STOPS_MAXIMUM);
  expect(stops.filter(({ isInOrder, isVisible }) => !isInOrder || !isVisible)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
