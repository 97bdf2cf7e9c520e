import { AdminSite, getBox, isApart } from './admin-site.js';

let site: AdminSite;
beforeAll(async () => {
  site = await AdminSite.start();
});
afterAll(() => site.stop());

describe('a notification', () => {
  it.each([1280, 390])(
    'covers neither the title nor the close button of a dialog at %i px',
    async (width) => {
      const { page } = await site.openSignedIn('/schedules', undefined, { viewport: { width, height: 844 } });
      const notification = page.getByRole('alert').filter({ hasText: 'The job is queued' });
      const openMenu = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Actions for: Check the index' }).press('Enter');
      };

      await openMenu();
      await page.getByRole('menuitem', { name: 'Run now' }).press('Enter');
      // It stays as long as the pointer is on it.
      await notification.hover();
      await openMenu();
      await page.getByRole('menuitem', { name: 'Change times' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Times: Check the index' });
      await dialog.getByText('Next times').waitFor();

      const box = await getBox(notification);
      const title = await getBox(dialog.getByRole('heading', { name: 'Times: Check the index' }));
      const close = await getBox(dialog.getByRole('button', { name: 'Close' }));
      expect([isApart(box, title), isApart(box, close)]).toEqual([true, true]);
    },
  );
});
