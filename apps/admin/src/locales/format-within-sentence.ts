import { i18n } from '#i18n';

/** A label such as `Title` within a sentence: `title`, but in German, whose nouns keep their capital. */
export function formatWithinSentence(label: string): string {
  return i18n.locale === 'de' ? label : label.toLocaleLowerCase(i18n.locale);
}
