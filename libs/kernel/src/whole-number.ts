/** Bounds of a number, both included. */
interface NumberRange {
  /** By default 0. */
  readonly minimum?: number;
  /** By default the greatest safe integer. */
  readonly maximum?: number;
}

/**
 * Parses a whole number in decimal digits, such as the value of an option, a parameter or a header. `Number` takes an empty text
 * for 0, knows `0x10`, `1e3` and spaces, and returns NaN, which no comparison refuses, for everything else.
 *
 * @param text such as `42`, or `-1` where the minimum is negative
 * @returns `undefined` for other text and outside of the range
 */
export function parseWholeNumber(
  text: string,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: NumberRange = {},
): number | undefined {
  if (!/^-?\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= minimum && value <= maximum ? value : undefined;
}
