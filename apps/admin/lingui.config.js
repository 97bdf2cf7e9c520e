import { formatter } from '@lingui/format-po';

/** A locale with accents on every English letter: a text without them is not translated (test/pages/admin/texts.page.e2e-spec.ts). */
const PSEUDO_LOCALE = 'en-XA';

const po = formatter({
  lineNumbers: false,
  // The header of a new catalogue. fecha, which stands in for date-fns (package.json, «overrides»), does not know the format of Lingui.
  customHeaderAttributes: { 'POT-Creation-Date': new Date().toISOString() },
});

/** @type {import('@lingui/conf').LinguiConfig} */
export default {
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'es', PSEUDO_LOCALE],
  pseudoLocale: PSEUDO_LOCALE,
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.spec.ts'] }],
  // The pseudo-locale is made of the English texts when it is built: its file stays empty.
  format: {
    ...po,
    serialize: (catalog, context) => po.serialize(context.locale === PSEUDO_LOCALE ? {} : catalog, context),
  },
  // Macros expand to imports of this module (package.json, «imports»), so every text waits for its catalogue.
  runtimeConfigModule: ['#i18n', 'i18n'],
};
