/** Such as `Europe/Berlin`, the zone in which times are typed and shown. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * A date and time in the browser's time zone, as the value of an input of type `datetime-local`, without seconds if they are
 * 0; empty for text that is not a time.
 *
 * @param text RFC 3339
 */
export function toLocalTime(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return '';
  const pad = (n: number): string => String(n).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), pad(date.getMonth() + 1), pad(date.getDate())];
  const seconds = date.getSeconds();
  const time = [date.getHours(), date.getMinutes(), ...(seconds === 0 ? [] : [seconds])];
  return `${day.join('-')}T${time.map(pad).join(':')}`;
}

/** The RFC 3339 text in UTC (`+00:00`) of the value of such an input; `null` for text that is not a time. */
export function fromLocalTime(text: string): string | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(/(\.\d+)?Z$/, '+00:00');
}
