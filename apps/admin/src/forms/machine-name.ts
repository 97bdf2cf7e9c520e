const LONGEST = 32;

/**
 * A machine name for what people call something: up to 32 of a-z, 0-9 and _, beginning with a letter.
 *
 * @param prefix such as `field_`
 */
export function machineName(label: string, prefix = ''): string {
  const ascii = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = prefix === '' ? ascii.replace(/^[^a-z]+/, '') : ascii;
  return name === '' ? '' : `${prefix}${name}`.slice(0, LONGEST).replace(/_+$/, '');
}

export function machineNameFault(name: string): string | undefined {
  if (name === '' || /^[a-z][a-z0-9_]{0,31}$/.test(name)) return undefined;
  return 'Up to 32 of a-z, 0-9 and _, beginning with a letter.';
}
