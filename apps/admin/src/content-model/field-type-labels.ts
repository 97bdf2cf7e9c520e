import { getOwn } from '../own-members.js';
import { t } from '@lingui/core/macro';

interface FieldTypeLabel {
  readonly label: string;
  readonly purpose: string;
}

/** Labels of field types for editors of the content model; a type without a row shows its label from the service. */
export const FIELD_TYPE_LABELS: Readonly<Record<string, FieldTypeLabel>> = {
  string: { label: t`Text, one line`, purpose: t`Names and short phrases, at most 255 characters` },
  string_long: { label: t`Text, several lines`, purpose: t`Plain text of any length` },
  text_long: { label: t`Formatted text`, purpose: t`With headings, lists and links` },
  text_with_summary: { label: t`Formatted text with summary`, purpose: t`And a short form for lists` },
  integer: { label: t`Whole number`, purpose: t`Counts, ratings, years` },
  decimal: { label: t`Decimal number`, purpose: t`Exact, such as prices` },
  float: { label: t`Approximate number`, purpose: t`Measurements, which need not be exact` },
  boolean: { label: t`Yes or no`, purpose: t`A switch` },
  timestamp: { label: t`Exact time`, purpose: t`A day and time, to the second` },
  datetime: { label: t`Date`, purpose: t`A day, or a day with a time` },
  daterange: { label: t`Date range`, purpose: t`From one date to another` },
  list_string: { label: t`Choice`, purpose: t`One of values that you list` },
  email: { label: t`E-mail address`, purpose: t`Checked for its form` },
  link: { label: t`Link`, purpose: t`An address with a title` },
  json: { label: 'JSON', purpose: t`Anything, for programs; cannot be filtered by` },
  path: { label: t`Path`, purpose: t`Where a site shows the entry` },
  menu_link_parent: { label: t`Link of a menu`, purpose: t`Where a link is in its menu` },
  entity_reference: { label: t`Reference`, purpose: t`Links to other entries` },
  file: { label: t`File`, purpose: t`Uploads such as documents and recordings` },
  image: { label: t`Image`, purpose: t`Uploaded pictures with alternative texts` },
  file_uri: { label: t`File address`, purpose: t`Where a file is` },
  focal_point: { label: t`Focal point`, purpose: t`What stays in a picture that is cropped` },
};

export function getFieldTypeLabel(type: string): string {
  return getOwn(FIELD_TYPE_LABELS, type)?.label ?? type;
}

export function formatCardinality(cardinality: number): string {
  if (cardinality === 1) return t`One value`;
  return cardinality === -1 ? t`Any number of values` : t`At most ${cardinality} values`;
}
