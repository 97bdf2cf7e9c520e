import { Allow } from 'class-validator';
import { AggregateDomainError, type DomainError, getOwn } from '@content-service/kernel';
import { SettingInvalid, type SiteSettings, validateSettingChanges } from '@content-service/site-settings';
import type { DtoClass } from '../protocol/dto.js';
import { MemberInvalid } from '../protocol/management.errors.js';

/** A body of any members with these names; `SETTING_RULES` of the site-settings library validates their values. */
function createSettingsDto(names: readonly string[]): DtoClass<object> {
  class SettingsDto {
    readonly [name: string]: unknown;
  }
  for (const name of names) Allow()(SettingsDto.prototype, name);
  return SettingsDto;
}

/** A group of site settings under one path, with the member names of its body. */
export class SettingsDocument {
  /** The class of the body. */
  readonly Dto: DtoClass<object>;
  /** The settings by the names of the members. */
  readonly members: Readonly<Record<string, keyof SiteSettings>>;

  /** @param others settings whose members have other names */
  constructor(
    names: readonly (keyof SiteSettings)[],
    others: Readonly<Record<string, keyof SiteSettings>> = {},
  ) {
    this.members = { ...Object.fromEntries(names.map((name) => [name, name])), ...others };
    this.Dto = createSettingsDto(Object.keys(this.members));
  }

  /** The settings of the document, by their names in `SiteSettings`. */
  get settings(): readonly (keyof SiteSettings)[] {
    return Object.values(this.members);
  }

  serialize(settings: SiteSettings): object {
    return Object.fromEntries(
      Object.entries(this.members).map(([name, setting]) => [name, settings[setting]]),
    );
  }

  /**
   * Converts a body to changes of settings.
   *
   * @param dto the members to change
   */
  toSettingChanges(dto: object): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(dto).map(([name, value]) => [getOwn(this.members, name) ?? name, value]),
    );
  }

  /** The problems of values. @param given members of a body */
  findProblems(given: object): readonly DomainError[] {
    return validateSettingChanges(this.toSettingChanges(given)).map((problem) => this.renameMembers(problem));
  }

  /** Runs a change and replaces setting names in its errors by member names. */
  async withMemberNames(change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (error instanceof AggregateDomainError) throw error.map((problem) => this.renameMembers(problem));
      throw this.renameMembers(error);
    }
  }

  private renameMembers<T>(error: T): T | MemberInvalid {
    if (!(error instanceof SettingInvalid)) return error;
    const setting = error.source?.pointer?.slice(1);
    const [name = setting] = Object.entries(this.members).find(([, its]) => its === setting) ?? [];
    if (name === undefined || name === setting) return error;
    return new MemberInvalid(`/${name}`, error.message.replace(setting ?? '', name), error.meta);
  }
}

export const JSON_API = new SettingsDocument([
  'publicAccess',
  'allowedOperations',
  'publishDescription',
  'pageLimitMaximum',
  'includeDepthMaximum',
  'includedMaximum',
  'queryComplexityMaximum',
  'documentBytesMaximum',
  'publicMaxAgeSeconds',
  'sharedMaxAgeSeconds',
  'atomicOperationsMaximum',
]);

export const CORS = new SettingsDocument([], { allowedOrigins: 'corsOrigins' });

/** `/manage/settings/content`: how content behaves, whatever reads it. */
export const CONTENT = new SettingsDocument([
  'redirectOldAliases',
  'revisionsKept',
  'revisionDays',
  'trashDays',
  'imageStyles',
  'previewSites',
  'sharedViews',
]);

/** `/manage/settings/site`: how the administration and the pages of the service look. */
export const SITE = new SettingsDocument([], {
  name: 'siteName',
  color: 'siteColor',
  logo: 'siteLogo',
  icon: 'siteIcon',
});

/** `/manage/settings/menus`. */
export const MENUS = new SettingsDocument(['menus']);

/** `/manage/settings/rate-limits`. */
export const RATE_LIMITS = new SettingsDocument(['rateLimits']);

export const OAUTH = new SettingsDocument([
  'refreshFamilyMaximumSeconds',
  'refreshReuseGraceSeconds',
  'requirePkce',
  'localhostAnyPort',
]);
