import { i18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { getOwn } from '../own-members.js';
import { findPreferenceCookie, setPreferenceCookie } from '../preference-cookie.js';
import { findLocale, isSameLanguageAs } from './find-locale.js';

/** The language of the texts in the source, which has no catalogue in the browser. */
const SOURCE_LOCALE = 'en';

/** English texts with accents (`lingui.config.js`). It is used only when it is chosen. */
const PSEUDO_LOCALE = 'en-XA';

/** The cookie with the language that the user chose, which the pages of the service have, too. */
const COOKIE = 'language';

interface Catalogue {
  readonly messages: Messages;
}

/** The translations, such as `./de.po`, loaded when they are needed. */
const CATALOGUES = import.meta.glob<Catalogue>(['./*.po', '!./en.po']);

const LOCALES = [
  SOURCE_LOCALE,
  ...Object.keys(CATALOGUES).map((path) => path.slice('./'.length, -'.po'.length)),
];

// Texts are translated when the modules that contain them are evaluated, so these wait here for their catalogue.
await activate(chooseLocale());

export { i18n };

/** The languages that users can choose. */
export function getLocales(): readonly string[] {
  return LOCALES.filter((locale) => locale !== PSEUDO_LOCALE || i18n.locale === PSEUDO_LOCALE);
}

/** Keeps a language for this browser, and loads the administration in it. */
export function switchLocale(locale: string): void {
  setPreferenceCookie(COOKIE, locale);
  window.location.reload();
}

/** The language that the user chose, otherwise the first one of the browser that is available, otherwise English. */
function chooseLocale(): string {
  const chosen = findPreferenceCookie(COOKIE);
  if (chosen !== undefined && LOCALES.includes(chosen)) return chosen;
  const available = LOCALES.filter((locale) => locale !== PSEUDO_LOCALE);
  return findLocale(navigator.languages, available) ?? SOURCE_LOCALE;
}

async function activate(locale: string): Promise<void> {
  const catalogue = await getOwn(CATALOGUES, `./${locale}.po`)?.();
  i18n.load(locale, catalogue?.messages ?? {});
  i18n.setMessagesCompiler(compileOnce);
  // Numbers and dates follow the region of the browser where it has the language, such as en-GB.
  i18n.activate(locale, [...navigator.languages.filter(isSameLanguageAs(locale)), locale]);
  document.documentElement.lang = locale;
}

const compiled = new Map<string, ReturnType<typeof compileMessage>>();

/** Compiles an English text of the source, which no catalogue contains as compiled. */
function compileOnce(message: string): ReturnType<typeof compileMessage> {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  const result = compileMessage(message);
  compiled.set(message, result);
  return result;
}
