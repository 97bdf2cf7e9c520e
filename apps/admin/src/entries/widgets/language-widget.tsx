import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { getOwn } from '../../own-members.js';
import { toLabelProps, getText, type WidgetProps } from './widget.js';

/** Tags of languages (BCP 47) that are offered, besides the stored one. */
const TAGS = [
  ...['ar', 'bg', 'bn', 'bs', 'ca', 'cs', 'cy', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en', 'en-GB', 'en-US'],
  ...['es', 'es-419', 'et', 'eu', 'fa', 'fi', 'fr', 'fr-CA', 'fr-CH', 'ga', 'gl', 'he', 'hi', 'hr', 'hu'],
  ...['id', 'is', 'it', 'ja', 'ka', 'ko', 'lb', 'lt', 'lv', 'mk', 'ms', 'mt', 'nb', 'nl', 'nl-BE', 'nn'],
  ...['pl', 'pt', 'pt-BR', 'rm', 'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'sw', 'ta', 'th', 'tr', 'uk'],
  ...['ur', 'vi', 'zh-Hans', 'zh-Hant', 'und', 'zxx'],
];

/** The language of an entry; a new one is in the default language of the service unless another is chosen. */
export function LanguageWidget(props: WidgetProps): ReactNode {
  const stored = getText(props.value);
  const [tags] = useState(() => (stored === '' || TAGS.includes(stored) ? TAGS : [stored, ...TAGS]));
  return (
    <Select
      {...toLabelProps(props)}
      searchable
      allowDeselect={false}
      placeholder={formatLanguage('en')}
      nothingFoundMessage={t`Nothing found`}
      data={tags
        .map((value) => ({ value, label: formatLanguage(value) }))
        .toSorted((one, other) => one.label.localeCompare(other.label, i18n.locale))}
      value={stored === '' ? null : stored}
      onChange={props.onChange}
    />
  );
}

/** Tags that name no language (ISO 639-2), and have no name for readers in `Intl`. */
const SPECIAL_TAGS: Readonly<Record<string, string>> = {
  und: t`Any language (und)`,
  zxx: t`Without language (zxx)`,
};

/** Such as `German (de)`; the text itself when it is no language tag. */
function formatLanguage(tag: string): string {
  const special = getOwn(SPECIAL_TAGS, tag);
  if (special !== undefined) return special;
  try {
    return `${new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(tag) ?? tag} (${tag})`;
  } catch {
    return tag;
  }
}
