import { t } from '@lingui/core/macro';
import { BOUNDS } from '../management-api/bounds.js';

const LENGTH_MAXIMUM = 32;
const MACHINE_NAME = new RegExp(BOUNDS['Field.new'].name.pattern);

/**
 * A machine name made of a label, such as `uber_uns` of «Über uns»: up to 32 of a-z, 0-9 and _, beginning with a letter; empty
 * for a label without such characters.
 *
 * @param prefix such as `field_`
 */
export function toMachineName(label: string, prefix = ''): string {
  const ascii = spellOut(label)
    .replace(/[^a-z0-9]+/g, '_')
    // At most one underscore each: the line above made runs of other characters one underscore.
    .replace(/^_|_$/g, '');
  const name = prefix === '' ? ascii.replace(/^[^a-z]+/, '') : ascii;
  return name === '' ? '' : `${prefix}${name}`.slice(0, LENGTH_MAXIMUM).replace(/_$/, '');
}

/** A text in small letters, without accents; the service compares titles by their characters in this form. */
export function foldLetters(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** A text as `foldLetters`, with `ss` for `ß`, as names and addresses are written. */
export function spellOut(text: string): string {
  return foldLetters(text).replaceAll('ß', 'ss');
}

/** The rule for machine names if the name breaks it; `undefined` for a valid or an empty name. */
export function validateMachineName(name: string): string | undefined {
  if (name === '' || MACHINE_NAME.test(name)) return undefined;
  return t`Up to 32 of a-z, 0-9 and _, beginning with a letter.`;
}
