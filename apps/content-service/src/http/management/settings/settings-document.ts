import { Allow } from 'class-validator';
import { AggregateDomainError, type DomainError, getOwn } from '@content-service/kernel';
import { SettingInvalid, type SiteSettings, validateSettingChanges } from '@content-service/site-settings';
import { MemberInvalid } from '../protocol/management.errors.js';

// The DTOs list members only; `SETTING_RULES` of the site-settings library validates values.

export class JsonApiSettingsDto {
  @Allow() readonly publicAccess?: unknown;
  @Allow() readonly allowedOperations?: unknown;
  @Allow() readonly publishDescription?: unknown;
  @Allow() readonly pageLimitMaximum?: unknown;
  @Allow() readonly includeDepthMaximum?: unknown;
  @Allow() readonly includedMaximum?: unknown;
  @Allow() readonly queryComplexityMaximum?: unknown;
  @Allow() readonly documentBytesMaximum?: unknown;
  @Allow() readonly publicMaxAgeSeconds?: unknown;
  @Allow() readonly sharedMaxAgeSeconds?: unknown;
  @Allow() readonly atomicOperationsMaximum?: unknown;
}

export class CorsSettingsDto {
  @Allow() readonly allowedOrigins?: unknown;
}

export class OAuthSettingsDto {
  @Allow() readonly refreshFamilyMaximumSeconds?: unknown;
  @Allow() readonly refreshReuseGraceSeconds?: unknown;
  @Allow() readonly requirePkce?: unknown;
  @Allow() readonly localhostAnyPort?: unknown;
}

export class RateLimitSettingsDto {
  @Allow() readonly rateLimits?: unknown;
}

/** A group of site settings under one path, with the member names of its body. */
export class SettingsDocument {
  constructor(private readonly members: Readonly<Record<string, keyof SiteSettings>>) {}

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

export const JSON_API = new SettingsDocument({
  publicAccess: 'publicAccess',
  allowedOperations: 'allowedOperations',
  publishDescription: 'publishDescription',
  pageLimitMaximum: 'pageLimitMaximum',
  includeDepthMaximum: 'includeDepthMaximum',
  includedMaximum: 'includedMaximum',
  queryComplexityMaximum: 'queryComplexityMaximum',
  documentBytesMaximum: 'documentBytesMaximum',
  publicMaxAgeSeconds: 'publicMaxAgeSeconds',
  sharedMaxAgeSeconds: 'sharedMaxAgeSeconds',
  atomicOperationsMaximum: 'atomicOperationsMaximum',
});

export const CORS = new SettingsDocument({ allowedOrigins: 'corsOrigins' });

/** `/manage/settings/rate-limits`. */
export const RATE_LIMITS = new SettingsDocument({ rateLimits: 'rateLimits' });

export const OAUTH = new SettingsDocument({
  refreshFamilyMaximumSeconds: 'refreshFamilyMaximumSeconds',
  refreshReuseGraceSeconds: 'refreshReuseGraceSeconds',
  requirePkce: 'requirePkce',
  localhostAnyPort: 'localhostAnyPort',
});
