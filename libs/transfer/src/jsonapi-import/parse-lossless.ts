/** A string, which is skipped, or what begins as a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Significant digits that every double holds (IEEE 754), and that it needs to be told from others. */
const DIGITS_MAXIMUM = 17;

/**
 * Parses JSON. Numbers that JavaScript would change become texts with the same digits: whole numbers beyond 2^53, such as ids
 * of 64 bits, numbers with more than 17 digits, and those beyond 1.8e308.
 *
 * @throws SyntaxError
 */
export function parseLossless(text: string): unknown {
  const checked = text.replaceAll(TOKEN, (token) =>
    token.startsWith('"') || isExact(token) ? token : `"${token}"`,
  );
  return JSON.parse(checked);
}

function isExact(number: string): boolean {
  const value = Number(number);
  if (/^-?\d+$/.test(number)) return Number.isSafeInteger(value);
  if (Number.isNaN(value)) return true;
  const [mantissa = ''] = number.split(/[eE]/);
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  return Number.isFinite(value) && digits.length <= DIGITS_MAXIMUM && (value !== 0 || digits === '');
}
