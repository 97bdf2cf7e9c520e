/** A whole number from 0 as text whose order is that of the numbers: `0000000000000042`. */
export function toSortable(number: number): string {
  return String(number).padStart(16, '0');
}
