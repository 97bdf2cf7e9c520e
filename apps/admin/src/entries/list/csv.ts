/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters at which spreadsheets begin a formula (OWASP «CSV Injection»), also those of full width. Such a text gets an
 * apostrophe before it, so that a title that a stranger wrote cannot run on the computer of the reader.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A line of CSV (RFC 4180): every cell is quoted, and texts that look like formulas are disarmed. */
export function toCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`;
}

function toCsvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
