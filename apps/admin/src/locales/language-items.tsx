import { getLocales, i18n, switchLocale } from '#i18n';
import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** The part of the account menu for the language; absent while there is only one. */
export function LanguageItems(): ReactNode {
  const locales = getLocales();
  if (locales.length === 1) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t`Language`}</Menu.Label>
      {locales.map((locale) => (
        <Menu.Item
          key={locale}
          lang={locale}
          role="menuitemradio"
          aria-checked={locale === i18n.locale}
          onClick={() => {
            switchLocale(locale);
          }}
        >
          {new Intl.DisplayNames(locale, { type: 'language' }).of(locale)}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
