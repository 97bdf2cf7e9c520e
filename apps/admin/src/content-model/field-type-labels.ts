interface FieldTypeLabel {
  readonly label: string;
  readonly purpose: string;
}

/** Labels of field types for editors of the content model; a type without a row shows its label from the service. */
export const FIELD_TYPE_LABELS: Readonly<Record<string, FieldTypeLabel>> = {
  string: { label: 'Text, one line', purpose: 'Names and short phrases, at most 255 characters' },
  string_long: { label: 'Text, several lines', purpose: 'Plain text of any length' },
  text_long: { label: 'Formatted text', purpose: 'With headings, lists and links' },
  text_with_summary: { label: 'Formatted text with summary', purpose: 'And a short form for lists' },
  integer: { label: 'Whole number', purpose: 'Counts, ratings, years' },
  decimal: { label: 'Decimal number', purpose: 'Exact, such as prices' },
  float: { label: 'Approximate number', purpose: 'Measurements, which need not be exact' },
  boolean: { label: 'Yes or no', purpose: 'A switch' },
  timestamp: { label: 'Timestamp', purpose: 'A date and time, to the second' },
  datetime: { label: 'Date', purpose: 'A day, or a day with a time' },
  daterange: { label: 'Date range', purpose: 'From one date to another' },
  list_string: { label: 'Choice', purpose: 'One of values that you list' },
  email: { label: 'E-mail address', purpose: 'Checked for its form' },
  link: { label: 'Link', purpose: 'An address with a title' },
  json: { label: 'JSON', purpose: 'Anything, for programs; cannot be filtered by' },
  path: { label: 'Path', purpose: 'Where a site shows the entry' },
  entity_reference: { label: 'Reference', purpose: 'Links to other entries' },
};

export function getFieldTypeLabel(type: string): string {
  return FIELD_TYPE_LABELS[type]?.label ?? type;
}

export function formatCardinality(cardinality: number): string {
  if (cardinality === 1) return 'One value';
  return cardinality === -1 ? 'Any number of values' : `At most ${cardinality} values`;
}
