const PLAIN = /^[\x20-\x7e]*$/;

/**
 * The form in which strings compare: without case and accents. Every store compares the UTF-8 bytes of folded text, so
 * all agree with each other and none depends on a collation.
 *
 * @example fold('Éclair') // 'eclair'
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}
