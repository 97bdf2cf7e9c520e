/** Added to the number of errors: a mistyped word is a worse match than a part of a word. */
const TYPING_ERROR = 3;

/**
 * How well a label matches a text whose words may be incomplete, in any order and mistyped.
 *
 * @example matchWords('New entry in Articles', 'artcle new') // 4
 * @returns 0 for whole words and more for each beginning, part and typing error; `undefined` for a label that lacks a word
 */
export function matchWords(label: string, text: string): number | undefined {
  const labelWords = splitWords(label);
  let total = 0;
  for (const word of splitWords(text)) {
    const best = Math.min(...labelWords.map((labelWord) => matchWord(labelWord, word)));
    if (best === Infinity) return undefined;
    total += best;
  }
  return total;
}

function splitWords(text: string): readonly string[] {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function matchWord(labelWord: string, word: string): number {
  if (labelWord === word) return 0;
  if (labelWord.startsWith(word)) return 1;
  if (labelWord.includes(word)) return 2;
  const errors = countErrors(labelWord, word);
  return errors <= getErrorsMaximum(word) ? TYPING_ERROR + errors : Infinity;
}

/** Short words would become others by an error. */
function getErrorsMaximum({ length }: string): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The fewest errors with which a word is the beginning of another: missing, further, other and exchanged letters (the distance of
 * Damerau and Levenshtein, in which a pair of letters is exchanged once).
 */
function countErrors(labelWord: string, word: string): number {
  let [twoBefore, before]: [number[], number[]] = [
    [],
    Array.from({ length: labelWord.length + 1 }, (_, n) => n),
  ];
  for (let at = 1; at <= word.length; at += 1) {
    const row = [at];
    for (let n = 1; n <= labelWord.length; n += 1) {
      const isSame = word[at - 1] === labelWord[n - 1];
      const isExchanged =
        at > 1 && n > 1 && word[at - 1] === labelWord[n - 2] && word[at - 2] === labelWord[n - 1];
      row.push(
        Math.min(
          (before[n] ?? 0) + 1,
          (row[n - 1] ?? 0) + 1,
          (before[n - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (twoBefore[n - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [twoBefore, before] = [before, row];
  }
  return Math.min(...before);
}
