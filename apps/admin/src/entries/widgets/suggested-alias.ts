import { createContext } from 'react';
import { spellOut } from '../../forms/machine-name.js';

/** What reads well in an address, and in a line of the form. */
const LENGTH_MAXIMUM = 80;

/** The title of the entry of a form, from which `PathWidget` suggests an alias. */
export const TitleContext = createContext('');

/** A path alias made of a title, such as `/uber-uns` of «Über uns»; empty for a title without letters and digits. */
export function suggestAlias(title: string): string {
  const words = spellOut(title.slice(0, 2 * LENGTH_MAXIMUM))
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  let alias = words.join('-');
  // Whole words, unless the first one is too long.
  while (alias.length > LENGTH_MAXIMUM && alias.includes('-')) alias = alias.slice(0, alias.lastIndexOf('-'));
  return alias === '' ? '' : `/${alias.slice(0, LENGTH_MAXIMUM).normalize('NFC')}`;
}
