import { getLocales, i18n, switchLocale } from '#i18n';
import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { chooseLanguage } from '../session/session.js';

/** The part of the account menu for the language. */
export function LanguageItems(): ReactNode {
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t`Language`}</Menu.Label>
      <Menu.RadioGroup value={i18n.locale} onChange={(locale) => void choose(locale)}>
        {getLocales().map((locale) => (
          <Menu.RadioItem key={locale} value={locale} lang={locale}>
            {new Intl.DisplayNames(locale, { type: 'language' }).of(locale)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}

/** When the service cannot keep the language for the account, this browser keeps it. */
async function choose(locale: string): Promise<void> {
  await chooseLanguage(locale).catch(() => undefined);
  switchLocale(locale);
}
