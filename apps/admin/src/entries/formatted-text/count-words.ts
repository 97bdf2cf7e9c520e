const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The number of words of a text, also of scripts without spaces between them (Unicode, UAX #29). */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of SEGMENTER.segment(text)) if (isWordLike === true) count += 1;
  return count;
}
