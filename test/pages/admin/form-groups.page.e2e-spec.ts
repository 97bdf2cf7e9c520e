import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { eventually, expectSoon } from '../../support/eventually.js';
import { AdminSite, confirm, waitForNotification } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

const line = (name: string, rest: object = {}): object => ({ name, type: 'string', label: name, ...rest });

async function createType(bundle: string, ...fields: object[]): Promise<void> {
  await site.manage('POST', '/bundles', { entityType: 'node', bundle, label: bundle, fields });
}

/** The fields of a type as `name group region`, in their order. */
async function getPlaces(bundle: string): Promise<readonly string[]> {
  const { fields } = (await site.manage('GET', `/bundles/node/${bundle}`)) as {
    fields: { name: string; formDisplay?: { group?: string; region?: string } }[];
  };
  return fields.map(({ name, formDisplay = {} }) =>
    [name, formDisplay.group, formDisplay.region].filter((part) => part !== undefined).join(' '),
  );
}

/** The headings and fields of the table of a type, in their order. */
const getRows = (page: Page): Promise<string[]> =>
  page.locator('table').first().locator('tbody tr').locator('th, td:first-child').allInnerTexts();

const getLabels = async (page: Page): Promise<string[]> =>
  (await getRows(page)).map((text) => text.split('\n')[0] ?? '');

const waitForLabels = (page: Page, ...expected: readonly string[]): Promise<void> =>
  eventually(async () => isDeepStrictEqual(await getLabels(page), expected));

describe('screen of a type', () => {
  it('puts several fields into a group at once, and renames and dissolves it', async () => {
    await createType('shop', line('one'), line('two'), line('three'));
    const { page, consoleErrors } = await site.openSignedIn('/content-model/node--shop');
    await page.getByRole('button', { name: 'New group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the group').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(' Prices ');
    await dialog.getByRole('checkbox', { name: 'one' }).click();
    await dialog.getByRole('checkbox', { name: 'three' }).click();

    await dialog.getByRole('button', { name: 'Save group' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectSoon(() => getPlaces('shop')).toEqual(['one Prices', 'two', 'three Prices']);
    await waitForLabels(page, 'Prices', 'one', 'three', 'two');

    await page.getByRole('button', { name: 'Edit the group Prices' }).click();
    await dialog.getByLabel('Name of the group').fill('Costs');
    await dialog.getByText('Side panel', { exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'one' }).click();
    await dialog.getByRole('button', { name: 'Save group' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectSoon(() => getPlaces('shop')).toEqual(['one', 'two', 'three Costs side']);
    await waitForLabels(page, 'Main column', 'one', 'two', 'Side panel', 'Costs', 'three');
    expect(consoleErrors).toEqual([]);
  });

  it('moves groups as a whole and fields within them, and keeps the focus', async () => {
    const group = { formDisplay: { group: 'G' } };
    await createType('order', line('a'), line('b', group), line('c'), line('d', group));
    const { page, consoleErrors } = await site.openSignedIn('/content-model/node--order');
    const focused = page.locator(':focus');

    await page.getByRole('button', { name: 'Move the group G up' }).click();
    await waitForLabels(page, 'G', 'b', 'd', 'a', 'c');
    await page.getByRole('button', { name: 'Move the group G down' }).and(focused).waitFor();
    await expectSoon(() => getPlaces('order')).toEqual(['b G', 'd G', 'a', 'c']);

    const handle = page.getByRole('button', { name: 'Move d', exact: true });
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await waitForLabels(page, 'G', 'd', 'b', 'a', 'c');
    await handle.and(focused).waitFor();
    await page.keyboard.press('ArrowUp');
    await expectSoon(() => getPlaces('order')).toEqual(['d G', 'b G', 'a', 'c']);
    expect(consoleErrors).toEqual([]);
  });

  it('moves fields into and out of a group by dragging', async () => {
    await createType(
      'drag',
      ...[line('a'), line('b', { formDisplay: { group: 'G', region: 'side' } }), line('c')],
    );
    const { page, consoleErrors } = await site.openSignedIn('/content-model/node--drag');
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
    const row = (name: string) => page.locator('tbody tr').filter({ has: handle(name) });

    const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await page.waitForLoadState('networkidle');

    await handle('a').dragTo(row('b'));
    await waitForLabels(page, 'Main column', 'c', 'Side panel', 'G', 'b', 'a');
    await handle('b').dragTo(heading('Main column'));
    await waitForLabels(page, 'Main column', 'b', 'c', 'Side panel', 'G', 'a');
    await handle('c').dragTo(heading('G'));
    await waitForLabels(page, 'Main column', 'b', 'Side panel', 'G', 'a', 'c');

    await expectSoon(() => getPlaces('drag')).toEqual(['b', 'a G side', 'c G side']);
    expect(consoleErrors).toEqual([]);
  });

  it('has the group, with suggestions, and the column of a field in its form', async () => {
    await createType('page_kind', line('a', { formDisplay: { group: 'Search engines' } }), line('b'));
    const { page, consoleErrors } = await site.openSignedIn('/content-model/node--page_kind');
    await page.getByRole('button', { name: 'Edit b' }).click();
    const dialog = page.getByRole('dialog');

    await dialog.getByLabel('Group').fill('sea');
    await page.getByRole('option', { name: 'Search engines' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.locator('input[value="Search engines"]').waitFor();
    await dialog.getByText('Side panel', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save field' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectSoon(() => getPlaces('page_kind')).toEqual(['a Search engines', 'b Search engines side']);

    await page.getByRole('button', { name: 'Edit b' }).click();
    await dialog.getByLabel('Group').fill('');
    await dialog.getByText('Main column', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save field' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectSoon(() => getPlaces('page_kind')).toEqual(['a Search engines', 'b']);
    expect(consoleErrors).toEqual([]);
  });
});

describe('form of entries', () => {
  const PRICES = { formDisplay: { group: 'Prices' } };
  const SIDE = { formDisplay: { region: 'side' } };
  beforeAll(() =>
    createType(
      'event',
      ...[line('intro'), { ...line('price', PRICES), type: 'integer', settings: { max: 10 } }],
      ...[line('place'), line('currency', PRICES), line('topic', SIDE)],
      line('contact', { formDisplay: { group: 'People', region: 'side' } }),
    ),
  );
  const open = (page: Page) => page.getByRole('textbox', { name: 'Title' }).waitFor();
  const input = (page: Page, name: string) => page.getByRole('textbox', { name });

  it('closes and opens groups, keeps what was typed, and remembers closed groups', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--event/new');
    const button = page.getByRole('button', { name: 'Prices' });
    await input(page, 'currency').fill('euro');

    await button.click();
    await input(page, 'currency').waitFor({ state: 'hidden' });
    await expectSoon(() => button.getAttribute('aria-expanded')).toBe('false');
    await page.reload();
    await open(page);
    await expectSoon(() => input(page, 'currency').isVisible()).toBe(false);
    await button.press('Enter');
    await input(page, 'currency').fill('yen');
    await button.press('Space');
    await input(page, 'Title').fill('Closed group');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await waitForNotification(page, 'Published');

    const { data } = await (await site.client()).collection('/api/node/event?filter[title]=Closed%20group');
    expect(data[0]?.attributes).toMatchObject({ currency: 'yen' });
    expect(data[0]?.attributes).not.toHaveProperty('formDisplay');
    expect(consoleErrors).toEqual([]);
  });

  it('opens a closed group with a fault and moves the focus there, and stays open when it is corrected', async () => {
    const { page, consoleErrors } = await site.openSignedIn('/entries/node--event/new');
    await input(page, 'Title').fill('Too dear');
    await input(page, 'price').fill('99');
    await page.getByRole('button', { name: 'Prices' }).click();
    await input(page, 'price').waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Save draft' }).click();
    await input(page, 'price').and(page.locator(':focus')).waitFor();
    await page.getByText('Needs correction').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('9');
    await page.getByText('Needs correction').waitFor({ state: 'hidden' });
    await expectSoon(() => input(page, 'price').inputValue()).toBe('9');
    await page.getByRole('button', { name: 'Save draft' }).click();

    await waitForNotification(page, 'Draft saved');
    expect(consoleErrors).toEqual([]);
  });

  it('leads the Tab key through groups and the side panel in the order of the form, past closed groups', async () => {
    const { page } = await site.openSignedIn('/entries/node--event/new');
    await page.getByRole('button', { name: 'People' }).click();
    await input(page, 'Title').focus();
    const names: string[] = [];

    for (let stops = 0; stops < 8; stops++) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate<string>(FOCUSED_NAME));
    }

    expect(names).toEqual(['intro', 'Prices', 'price', 'currency', 'place', 'topic', 'People', 'Created']);
  });

  it('asks before changes in a closed group are left', async () => {
    const { page } = await site.openSignedIn('/entries/node--event/new');
    await input(page, 'currency').fill('euro');
    await page.getByRole('button', { name: 'Prices' }).click();

    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();

    await confirm(page, 'Leave without saving');
    await page.getByRole('heading', { level: 1, name: 'event' }).waitFor({ state: 'hidden' });
  });

  it('shows the side panel beside the main column on wide screens and below it on phones', async () => {
    const { page } = await site.openSignedIn('/entries/node--event/new');
    const side = page.getByRole('region', { name: 'Side panel' });
    const getBoxes = async () => {
      const boxes = [input(page, 'place'), side, page.getByRole('complementary', { name: 'Publishing' })];
      const [place, panel, publishing] = await Promise.all(boxes.map((box) => box.boundingBox()));
      if (!place || !panel || !publishing) throw new Error('A part of the form is not shown.');
      return { place, panel, publishing };
    };

    await eventually(async () => {
      const { place, panel, publishing } = await getBoxes();
      return panel.x > place.x + place.width && publishing.y > panel.y + panel.height;
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => {
      const { place, panel, publishing } = await getBoxes();
      return panel.y > place.y + place.height && publishing.y > panel.y + panel.height;
    });
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('of a type without groups has neither groups nor a side panel', async () => {
    await createType('plain', line('a'), line('b', { formDisplay: { region: 'main' } }));
    const { page } = await site.openSignedIn('/entries/node--plain/new');
    await input(page, 'b').waitFor();

    await expectSoon(() => page.getByRole('region', { name: 'Side panel' }).count()).toBe(0);
    await expectSoon(() => page.locator('main [aria-expanded][aria-controls]:not(input)').count()).toBe(0);
    await page.goto(`${site.url}/admin/content-model/node--plain`);
    await page.getByRole('button', { name: 'Edit a' }).waitFor();
    await expectSoon(() => getLabels(page)).toEqual(['a', 'b']);
  });
});

/** The text of the label or of the button with the focus. */
const FOCUSED_NAME = `(() => {
  const element = document.activeElement;
  const label = element.labels?.[0]?.firstChild?.textContent;
  return (label ?? element.getAttribute('aria-label') ?? element.textContent).trim();
})()`;
