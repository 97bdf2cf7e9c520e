import type { Request } from 'express';
import { ENGLISH, PageTexts } from '../../platform/texts/format-text.js';
import { TRANSLATIONS } from '../../platform/texts/translations.js';
import { findCookie } from './cookies.js';

/** The name of the cookie that the administration sets (`apps/admin/src/locales/i18n.ts`). */
export const LANGUAGE_COOKIE = 'language';

/** By language; the first one is that of browsers which prefer none of them. */
const TEXTS = new Map([
  [ENGLISH.language, ENGLISH],
  ...Object.entries(TRANSLATIONS).map(
    ([language, texts]) => [language, new PageTexts(language, texts)] as const,
  ),
]);

/** The languages of the pages, as BCP 47 tags. */
export const PAGE_LANGUAGES: readonly string[] = [...TEXTS.keys()];

export function isPageLanguage(language: string): boolean {
  return TEXTS.has(language);
}

/** The texts in a language of `PAGE_LANGUAGES`; English ones for any other. */
export function getPageTexts(language: string): PageTexts {
  return TEXTS.get(language) ?? ENGLISH;
}

/**
 * The texts of the pages in the language of a browser: the one that was chosen in the administration, otherwise the first one of
 * `Accept-Language` (RFC 9110 §12.5.4) that there is, otherwise English.
 */
export function findPageTexts(request: Request): PageTexts {
  const chosen = findCookie(request, LANGUAGE_COOKIE);
  const isKnown = chosen !== undefined && TEXTS.has(chosen);
  const language = isKnown ? chosen : request.acceptsLanguages([...PAGE_LANGUAGES]);
  return (language === false ? undefined : TEXTS.get(language)) ?? ENGLISH;
}
