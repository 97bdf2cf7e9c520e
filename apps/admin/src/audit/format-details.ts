const LENGTH_MAXIMUM = 40;

/** The details of an audit event on one line: lists of more than two values are counted, texts are cut after 40 characters. */
export function formatDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
    .join(', ');
}

function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.length > 2) return `${value.length} values`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LENGTH_MAXIMUM ? `${text.slice(0, LENGTH_MAXIMUM)}…` : text;
}
