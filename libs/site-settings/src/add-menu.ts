import type { AuditContext } from '@content-service/audit';
import { ResourcePreconditionFailed } from '@content-service/kernel';
import type { Menu } from './menus.js';
import type { SiteSettingsService } from './site-settings.service.js';

/** Enough for twenty processes that change settings at the same time. */
const ATTEMPTS = 20;

/**
 * Adds a menu to those of the site, unless one has its name; also while others change the settings.
 *
 * @throws SettingInvalid, ResourcePreconditionFailed
 */
export async function addMenu(
  settings: SiteSettingsService,
  menu: Menu,
  context: AuditContext,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await settings.refresh();
    const { menus } = settings.current();
    if (menus.some(({ name }) => name === menu.name)) return;
    try {
      await settings.change({ menus: [...menus, menu] }, context, settings.version);
      return;
    } catch (error) {
      if (!(error instanceof ResourcePreconditionFailed) || attempt === ATTEMPTS) throw error;
    }
  }
}
