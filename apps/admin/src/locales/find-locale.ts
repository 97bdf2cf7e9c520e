/**
 * The first available locale in the order of the user's languages: the same locale, or one of the same language.
 *
 * @param preferred BCP 47, such as `de-AT`
 * @param available BCP 47
 */
export function findLocale(preferred: readonly string[], available: readonly string[]): string | undefined {
  return preferred
    .map((tag) => available.find((locale) => locale === tag) ?? available.find(isSameLanguageAs(tag)))
    .find((locale) => locale !== undefined);
}

/** Whether a locale has the language of another, such as `de` and `de-AT`. */
export function isSameLanguageAs(tag: string): (locale: string) => boolean {
  const { language } = new Intl.Locale(tag);
  return (locale) => new Intl.Locale(locale).language === language;
}
