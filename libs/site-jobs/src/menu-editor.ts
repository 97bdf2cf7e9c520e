import { MENU_LINK_TYPE } from '@content-service/bundles';
import { type EntryStore, type MonotonicPositionGenerator, selectMenuLinks } from '@content-service/entries';
import type { JobService, NewJob } from '@content-service/jobs';
import { DomainError, type VersionCondition } from '@content-service/kernel';
import type { ActorContext, Principal } from '@content-service/scopes';
import type { Menu, SiteSettingsService } from '@content-service/site-settings';
import type { BulkActionRules, BulkRequest } from './bulk-action.js';
import { createBulkActionJob } from './bulk-action.job.js';

interface MenuChangeOptions {
  readonly principal: Principal;
  readonly actorContext: ActorContext;
  readonly expectedVersion: VersionCondition | undefined;
  /** Whether menus with links are removed; a job then deletes the links. */
  readonly force: boolean;
}

/** Removed menus have links. */
class MenuInUse extends DomainError {
  constructor(names: readonly string[], entries: number) {
    const menus = names.map((name) => `'${name}'`).join(', ');
    super(
      'menu_in_use',
      `The menus ${menus} have ${entries} links; the removal must be forced to delete them.`,
      {
        source: { pointer: '/menus' },
        meta: { entries },
      },
    );
  }
}

/** Replaces the menus of the site, and deletes the links of those that it removes. */
export class MenuEditor {
  constructor(
    private readonly settings: SiteSettingsService,
    private readonly entries: Pick<EntryStore, 'count'>,
    private readonly rules: BulkActionRules,
    private readonly jobs: JobService,
    private readonly positions: MonotonicPositionGenerator,
  ) {}

  /**
   * Replaces the list of menus. A forced change is followed by a bulk action that deletes the links of all menus that are not in
   * the list, so that it can be repeated after an error. The count takes no lock, so it may miss a link that is written at the
   * same moment; such a link is in no menu.
   *
   * @throws MenuInUse, SettingInvalid, ResourcePreconditionFailed; when links are to be deleted also ScopeMissing,
   *   WritesNotAllowed, and JobRunning while another bulk action on links runs
   */
  async change(
    menus: readonly Menu[],
    { principal, actorContext, expectedVersion, force }: MenuChangeOptions,
  ): Promise<void> {
    const deletion = await this.planDeletion(menus, principal, force);
    await this.settings.change({ menus }, actorContext, expectedVersion);
    if (deletion !== undefined) await this.jobs.request(this.createJob(deletion), actorContext);
  }

  /** @returns `undefined` when there is no link to delete */
  private async planDeletion(
    menus: readonly Menu[],
    principal: Principal,
    force: boolean,
  ): Promise<BulkRequest | undefined> {
    if (!force) {
      await this.assertUnused(menus);
      return undefined;
    }
    const deletion: BulkRequest = {
      resourceType: MENU_LINK_TYPE,
      filter: excludeMenus(menus),
      action: 'delete',
    };
    if ((await this.entries.count(this.rules.select(deletion, principal))) === 0) return undefined;
    const { dedupKey } = this.createJob(deletion);
    if (dedupKey !== undefined) await this.jobs.assertNoneUnfinished(dedupKey);
    return deletion;
  }

  /** @throws MenuInUse */
  private async assertUnused(menus: readonly Menu[]): Promise<void> {
    await this.settings.refresh();
    const kept = new Set(menus.map(({ name }) => name));
    const removed = this.settings.current().menus.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
    if (removed.length === 0) return;
    const links = await this.entries.count(selectMenuLinks(removed));
    if (links > 0) throw new MenuInUse(removed, links);
  }

  private createJob(deletion: BulkRequest): NewJob {
    return createBulkActionJob(deletion, this.positions.next());
  }
}

/** The parameters of a filter for the links of all other menus. */
function excludeMenus(menus: readonly Menu[]): string {
  if (menus.length === 0) return '';
  const condition = 'filter[menu][condition]';
  return new URLSearchParams([
    [`${condition}[path]`, 'menu_name'],
    [`${condition}[operator]`, 'NOT IN'],
    ...menus.map(({ name }): [string, string] => [`${condition}[value][]`, name]),
  ]).toString();
}
