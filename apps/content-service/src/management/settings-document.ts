import { Problems } from '@content-service/kernel';
import { SettingInvalid, type SiteSettings } from '@content-service/site-settings';
import { MemberInvalid } from './management.errors.js';

/** Some of the settings of the site under one address: its members and the settings they stand for. */
export class SettingsDocument {
  constructor(private readonly members: Readonly<Record<string, keyof SiteSettings>>) {}

  show(settings: SiteSettings): object {
    return Object.fromEntries(
      Object.entries(this.members).map(([name, setting]) => [name, settings[setting]]),
    );
  }

  /** @param said of the members only what is to change */
  toSettings(said: object): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(said).map(([name, value]) => [this.members[name] ?? name, value]),
    );
  }

  /** Does something with settings, and speaks of its faults by the names of the members. */
  async inItsWords(change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (error instanceof Problems)
        throw new Problems(error.problems.map((problem) => this.reworded(problem)));
      throw this.reworded(error);
    }
  }

  private reworded<T>(error: T): T | MemberInvalid {
    if (!(error instanceof SettingInvalid)) return error;
    const setting = error.place?.pointer?.slice(1);
    const [name = setting] = Object.entries(this.members).find(([, its]) => its === setting) ?? [];
    if (name === undefined || name === setting) return error;
    return new MemberInvalid(`/${name}`, error.message.replace(setting ?? '', name));
  }
}

export const JSON_API = new SettingsDocument({
  publicAccess: 'publicAccess',
  allowedOperations: 'allowedOperations',
  pageLimitMaximum: 'pageLimitMaximum',
  includeDepthMaximum: 'includeDepthMaximum',
  includedMaximum: 'includedMaximum',
  publicMaxAgeSeconds: 'publicMaxAgeSeconds',
  atomicOperationsMaximum: 'atomicOperationsMaximum',
});

export const CORS = new SettingsDocument({ allowedOrigins: 'corsOrigins' });

export const OAUTH = new SettingsDocument({
  refreshFamilyMaximumSeconds: 'refreshFamilyMaximumSeconds',
  refreshReuseGraceSeconds: 'refreshReuseGraceSeconds',
});
