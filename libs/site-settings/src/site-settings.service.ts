import type { AuditDetail, AuditTrail, Origin } from '@content-service/audit';
import { changeVersioned, Problems } from '@content-service/kernel';
import { isSettingName, SETTING_RULES } from './setting-rules.js';
import { SettingInvalid, SettingUnknown } from './site-settings.errors.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site-settings.js';
import type { SiteSettingsStore, StoredSettings } from './site-settings.store.js';

/** Settings by name, as somebody wants them. */
export type SettingChanges = Readonly<Partial<Record<string, unknown>>>;

/**
 * The settings as this process knows them. Guards and queries ask for them with every request, so reading never waits:
 * `refresh` brings them up to date, at the start and whenever another process may have changed them.
 */
export class SiteSettingsService {
  private known: { readonly version: number; readonly settings: SiteSettings } = {
    version: 0,
    settings: DEFAULT_SITE_SETTINGS,
  };
  /** Questions to the store are numbered: an answer that a later question overtook is out of date. */
  private asked = 0;
  private answered = 0;

  constructor(
    private readonly store: SiteSettingsStore,
    private readonly trail: AuditTrail,
  ) {}

  current(): SiteSettings {
    return this.known.settings;
  }

  /** Rises with every change; part of the validators of what depends on settings. */
  get version(): number {
    return this.known.version;
  }

  async refresh(): Promise<void> {
    const question = ++this.asked;
    const { version, values } = await this.store.load();
    if (question < this.answered) return;
    this.answered = question;
    this.known = { version, settings: { ...DEFAULT_SITE_SETTINGS, ...values } };
  }

  /**
   * Sets what is named and leaves the rest. Checked whole before anything is stored; a change that others make at the
   * same time is kept.
   *
   * @param expectedVersion the version the change is meant for; without it the present one
   * @throws SettingUnknown, SettingInvalid (as `Problems` when there are several), Outdated, Contended
   */
  async change(changes: SettingChanges, by: Origin, expectedVersion?: number): Promise<SiteSettings> {
    Problems.throwAny(problemsOf(changes));
    const settings = {
      what: 'The site settings',
      read: () => this.store.load(),
      replace: ({ values }: StoredSettings, version: number) => this.store.save(values, version),
    };
    const { before } = await changeVersioned(settings, expectedVersion, ({ version, values }) => ({
      version,
      values: { ...values, ...changes },
    }));
    await this.refresh();
    await this.note({ ...DEFAULT_SITE_SETTINGS, ...before.values }, changes, by);
    return this.current();
  }

  /**
   * Sets one value from its form on a command line: `read_write`, `true`, `25`, `["https://www.example.com"]`.
   *
   * @throws as `change`
   */
  async changeFromText(name: string, text: string, by: Origin): Promise<SiteSettings> {
    return this.change({ [name]: isSettingName(name) ? SETTING_RULES[name].fromText(text) : text }, by);
  }

  /** One event for each setting that is different. */
  private async note(before: SiteSettings, changes: SettingChanges, by: Origin): Promise<void> {
    for (const [name, previous] of Object.entries(before) as [string, AuditDetail][]) {
      const value = changes[name] as AuditDetail | undefined;
      if (value === undefined || JSON.stringify(value) === JSON.stringify(previous)) continue;
      await this.trail.record('setting.changed', by, name, { previous, value });
    }
  }
}

function problemsOf(changes: SettingChanges): (SettingUnknown | SettingInvalid)[] {
  return Object.entries(changes).flatMap(([name, value]) => {
    if (!isSettingName(name)) return [new SettingUnknown(name, Object.keys(SETTING_RULES))];
    const { accepts, mustBe } = SETTING_RULES[name];
    return accepts(value) ? [] : [new SettingInvalid(name, mustBe, value)];
  });
}
