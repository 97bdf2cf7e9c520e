import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type Preference, PreferenceDocument, PreferenceStore } from '@content-service/accounts';
import type { Uuid } from '@content-service/kernel';
import { Config } from '../../platform/config/config.js';
import { isPageLanguage, LANGUAGE_COOKIE } from './page-language.js';

const YEAR_MILLISECONDS = 365 * 24 * 60 * 60 * 1000;

/** The language that a user chose, for each browser in which the user signs in. A cookie gives it to the pages and to the administration. */
@Injectable()
export class AccountLanguage {
  private readonly isSecure: boolean;
  /** `null` stands for the language of the browser. */
  private readonly document: PreferenceDocument;

  constructor({ baseUrl }: Config, preferences: PreferenceStore) {
    this.isSecure = baseUrl.startsWith('https:');
    this.document = new PreferenceDocument(preferences, {
      name: 'language',
      label: 'The language',
      initial: { language: null },
    });
  }

  /** Gives the browser the language of the user. It keeps its own when the user has never chosen one. */
  async apply(response: Response, userId: Uuid): Promise<void> {
    const preference = await this.document.read(userId);
    if (preference.version > 0) this.setCookie(response, getLanguage(preference) ?? null);
  }

  /** The language that the user chose. */
  async find(userId: Uuid): Promise<string | undefined> {
    return getLanguage(await this.document.read(userId));
  }

  /** Keeps a language for the user and for this browser. @param language one of `isPageLanguage`; `null`: that of each browser */
  async choose(response: Response, userId: Uuid, language: string | null): Promise<void> {
    await this.document.replace(userId, { language });
    this.setCookie(response, language);
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
