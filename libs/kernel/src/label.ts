const LONGEST = 255;

/** Whether every database gives the text back as it is; NUL and lone surrogates not all of them even take. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** What is wrong with a name that people read, as the end of a sentence such as `label must …`, or `undefined`. */
export function labelFault(label: string): string | undefined {
  if (!isStorable(label)) return 'must not contain NUL or broken characters.';
  if (label.trim() !== '' && label.length <= LONGEST) return undefined;
  return `must have 1 to ${LONGEST} characters, not only blanks.`;
}
