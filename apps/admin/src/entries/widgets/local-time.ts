/**
 * A moment as the clock on the wall shows it here, for an input of the kind `datetime-local`.
 *
 * @param text RFC 3339
 */
export function toLocalTime(text: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return '';
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = [
    String(moment.getFullYear()).padStart(4, '0'),
    two(moment.getMonth() + 1),
    two(moment.getDate()),
  ];
  return `${day.join('-')}T${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`;
}

/** The way back; `null` for what is no time. The service wants an offset (RFC 3339), and shows `+00:00`. */
export function fromLocalTime(text: string): string | null {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().replace(/(\.\d+)?Z$/, '+00:00');
}
