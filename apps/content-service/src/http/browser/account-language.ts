import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type Preference, PreferenceStore } from '@content-service/accounts';
import { updateWithOptimisticLock, type Uuid } from '@content-service/kernel';
import { Config } from '../../platform/config/config.js';
import { isPageLanguage, LANGUAGE_COOKIE } from './page-language.js';

/** The name of the preference that keeps the language of an account; `null` stands for that of the browser. */
const PREFERENCE = 'language';

const YEAR_MILLISECONDS = 365 * 24 * 60 * 60 * 1000;

/** The language that a user chose, for each browser in which the user signs in. A cookie gives it to the pages and to the administration. */
@Injectable()
export class AccountLanguage {
  private readonly isSecure: boolean;

  constructor(
    { baseUrl }: Config,
    private readonly preferences: PreferenceStore,
  ) {
    this.isSecure = baseUrl.startsWith('https:');
  }

  /** Gives the browser the language of the user. It keeps its own when the user has never chosen one. */
  async apply(response: Response, userId: Uuid): Promise<void> {
    const preference = await this.read(userId);
    if (preference.version > 0) this.setCookie(response, getLanguage(preference) ?? null);
  }

  /** The language that the user chose. */
  async find(userId: Uuid): Promise<string | undefined> {
    return getLanguage(await this.read(userId));
  }

  /** Keeps a language for the user and for this browser. @param language one of `isPageLanguage`; `null`: that of each browser */
  async choose(response: Response, userId: Uuid, language: string | null): Promise<void> {
    await updateWithOptimisticLock(
      {
        label: 'The language',
        read: () => this.read(userId),
        store: (preference: Preference, expected) => this.preferences.save(preference, expected),
      },
      undefined,
      (current) => ({ ...current, value: { language } }),
    );
    this.setCookie(response, language);
  }

  private async read(owner: Uuid): Promise<Preference> {
    const stored = await this.preferences.find(owner, PREFERENCE);
    return stored ?? { owner, name: PREFERENCE, value: { language: null }, version: 0 };
  }

  /** Scripts can read the cookie, since the administration loads its texts by it. */
  private setCookie(response: Response, language: string | null): void {
    response.cookie(LANGUAGE_COOKIE, language ?? '', {
      ...{ path: '/', sameSite: 'lax', secure: this.isSecure },
      maxAge: language === null ? 0 : YEAR_MILLISECONDS,
    });
  }
}

function getLanguage({ value: { language } }: Preference): string | undefined {
  return typeof language === 'string' && isPageLanguage(language) ? language : undefined;
}
