const PLAIN = /^\p{ASCII}*$/u;

/**
 * The marks that are written over, under or through a letter to change its sound: accents, and the points of Hebrew and
 * Arabic. Marks of other scripts are letters (vowels of Devanagari or Thai, a voiced kana), and stay. Blocks of Unicode:
 * Combining Diacritical Marks to Arabic, Arabic Supplement, Arabic Extended-B and -A, Combining Diacritical Marks Extended,
 * Supplement and for Symbols, Cyrillic Extended-A and -B, Hebrew and Arabic Presentation Forms-A, Combining Half Marks,
 * Arabic Extended-C, Cyrillic Extended-D.
 */
const ACCENTS =
  '[[\\u0300-\\u06ff\\u0750-\\u077f\\u0870-\\u08ff\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\u2de0-\\u2dff' +
  '\\ua640-\\ua69f\\ufb1d-\\ufdff\\ufe20-\\ufe2f\\u{10ec0}-\\u{10eff}\\u{1e030}-\\u{1e08f}]&&\\p{M}]';

/** What is not seen (UAX #44): soft hyphens, joiners and spaces without width, selectors of variants, the byte order mark. */
const IGNORABLE = '\\p{Default_Ignorable_Code_Point}';

const DROPPED = new RegExp(`[${ACCENTS}${IGNORABLE}]`, 'gv');

/** No writing has so many marks on one letter (UAX #15 §13). */
const RUN_MAXIMUM = 30;
const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${RUN_MAXIMUM + 1}}`, 'u');
const PIECES = new RegExp(`\\P{M}*\\p{M}{0,${RUN_MAXIMUM}}`, 'gu');

/**
 * The form in which strings compare: without case, accents and characters that are not seen. All stores compare the UTF-8
 * bytes of folded text, so the result does not depend on a collation. Stores keep folded text: raise `INDEX_FORM` with every
 * change of the result.
 *
 * @example fold('Éclair') // 'eclair'
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Normalization sorts a run of marks in quadratic time (UAX #15 §3.11), so they are removed before it, too, and longer
  // runs of those that stay are cut.
  const bare = text.replace(DROPPED, '');
  if (!LONG_RUN.test(bare)) return foldPiece(bare);
  return (bare.match(PIECES) ?? []).map(foldPiece).join('');
}

/** Decomposed characters can have accents, and become others. A final sigma is written by place, not by meaning. */
function foldPiece(bare: string): string {
  const base = bare.normalize('NFKD').replace(DROPPED, '');
  return base.toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

/** What stores derive from texts (`fold`, `tokenize`) in this version. A store with another one has to be rebuilt. */
export const INDEX_FORM = 2;
