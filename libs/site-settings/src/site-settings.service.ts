import type { AuditContext, AuditDetail, AuditEvent, AuditTrail } from '@content-service/audit';
import {
  updateWithOptimisticLock,
  AggregateDomainError,
  type VersionCondition,
} from '@content-service/kernel';
import { isSettingName, SETTING_RULES } from './setting-rules.js';
import { SettingInvalid, SettingUnknown } from './site-settings.errors.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site-settings.js';
import type { SiteSettingsStore, StoredSettings } from './site-settings.store.js';

/** New values by setting name, not validated yet. */
export type SettingChanges = Readonly<Partial<Record<string, unknown>>>;

/**
 * The settings of the site, cached so that guards and queries read them synchronously with every request. `refresh` updates
 * the cache: at the start and after changes of other processes.
 */
export class SiteSettingsService {
  private cached: { readonly version: number; readonly settings: SiteSettings } = {
    version: 0,
    settings: DEFAULT_SITE_SETTINGS,
  };
  /** Loads are numbered: a result that arrives after that of a later load is outdated. */
  private refreshesRequested = 0;
  private refreshesCompleted = 0;

  constructor(
    private readonly store: SiteSettingsStore,
    private readonly trail: AuditTrail,
  ) {}

  current(): SiteSettings {
    return this.cached.settings;
  }

  /** Increases with every change; part of the ETags of responses that depend on settings. */
  get version(): number {
    return this.cached.version;
  }

  /** Loads the settings from the store. */
  async refresh(): Promise<void> {
    const refresh = ++this.refreshesRequested;
    const { version, values } = await this.store.load();
    if (refresh < this.refreshesCompleted) return;
    this.refreshesCompleted = refresh;
    this.cached = { version, settings: { ...DEFAULT_SITE_SETTINGS, ...values } };
  }

  /**
   * Sets the given settings and keeps the others, including concurrent changes of them. All values are checked before any
   * is stored. Each changed setting is recorded in the audit log.
   *
   * @param expectedVersion the version from `If-Match`; without it any version is accepted
   * @throws SettingUnknown, SettingInvalid (as `AggregateDomainError` when there are several), ResourcePreconditionFailed,
   *   ResourceWriteContended
   */
  async change(
    changes: SettingChanges,
    actorContext: AuditContext,
    expectedVersion?: VersionCondition,
  ): Promise<SiteSettings> {
    AggregateDomainError.throwIfAny(validateSettingChanges(changes));
    const settings = {
      label: 'The site settings',
      read: () => this.store.load(),
      store: ({ values }: StoredSettings, version: number, before: StoredSettings) =>
        this.trail.commit(
          this.createEvents({ ...DEFAULT_SITE_SETTINGS, ...before.values }, changes, actorContext),
          (auditLines) => this.store.save(values, version, auditLines),
        ),
    };
    await updateWithOptimisticLock(settings, expectedVersion, ({ version, values }) => ({
      version,
      values: { ...values, ...changes },
    }));
    await this.refresh();
    return this.current();
  }

  /**
   * Sets one setting from its text form on a command line: `read_write`, `true`, `25`, `["https://www.example.com"]`.
   *
   * @throws as `change`
   */
  async changeFromText(name: string, text: string, actorContext: AuditContext): Promise<SiteSettings> {
    return this.change(
      { [name]: isSettingName(name) ? SETTING_RULES[name].parse(text) : text },
      actorContext,
    );
  }

  /** One event for each setting whose value changes. */
  private createEvents(
    before: SiteSettings,
    changes: SettingChanges,
    actorContext: AuditContext,
  ): readonly AuditEvent[] {
    return (Object.entries(before) as [string, unknown][]).flatMap(([name, previous]) => {
      const value = changes[name];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(previous)) return [];
      const details = { previous: toDetail(previous), value: toDetail(value) };
      return [this.trail.createEvent('setting.changed', actorContext, name, details)];
    });
  }
}

/** Characters of a value in the audit log; a picture is longer, and so are many shared views. */
const DETAIL_LENGTH_MAXIMUM = 4000;

/** Objects, which details cannot hold, are recorded as JSON text, and long values by their beginning. */
function toDetail(value: unknown): AuditDetail {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length > DETAIL_LENGTH_MAXIMUM) return `${text.slice(0, 100)}…`;
  const isObject = typeof value === 'object' && !Array.isArray(value);
  return isObject ? JSON.stringify(value) : (value as AuditDetail);
}

/** Every setting that does not exist, and every value that breaks the rule of its setting. */
export function validateSettingChanges(changes: SettingChanges): (SettingUnknown | SettingInvalid)[] {
  return Object.entries(changes).flatMap(([name, value]) => {
    if (!isSettingName(name)) return [new SettingUnknown(name, Object.keys(SETTING_RULES))];
    const rule = SETTING_RULES[name];
    if (rule.isValid(value)) return [];
    return [new SettingInvalid(name, rule.findProblem?.(value) ?? { ...rule, pointer: '' }, value)];
  });
}
