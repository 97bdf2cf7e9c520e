import type { Field } from '../../management-api/resources.js';
import { getOwn } from '../../own-members.js';
import { FormattedTextWidget } from '../formatted-text/formatted-text-widget.js';
import { ListWidget, StatusCodeWidget, SwitchWidget } from './choice-widgets.js';
import { DateRangeWidget, DateWidget } from './date-widgets.js';
import { FileAddressWidget, FocalPointWidget } from './file-widgets.js';
import { JsonWidget } from './json-widget.js';
import { LanguageWidget } from './language-widget.js';
import { LinkWidget } from './link-widget.js';
import { DecimalWidget, NumberWidget } from './number-widgets.js';
import { EmailWidget, LineWidget, LongTextWidget, PathWidget } from './text-widgets.js';
import type { Widget } from './widget.js';

/** The widget for a single value of each field type. Reference fields have an input for all values (`ReferenceInput`, `FileInput`). */
export const WIDGETS: Readonly<Record<string, Widget>> = {
  string: LineWidget,
  string_long: LongTextWidget,
  text_long: FormattedTextWidget,
  text_with_summary: FormattedTextWidget,
  integer: NumberWidget,
  decimal: DecimalWidget,
  float: NumberWidget,
  boolean: SwitchWidget,
  timestamp: DateWidget,
  datetime: DateWidget,
  daterange: DateRangeWidget,
  list_string: ListWidget,
  email: EmailWidget,
  link: LinkWidget,
  json: JsonWidget,
  path: PathWidget,
  menu_link_parent: LineWidget,
  file_uri: FileAddressWidget,
  focal_point: FocalPointWidget,
  language: LanguageWidget,
  status_code: StatusCodeWidget,
};

/** The widgets of base fields whose type says too little. */
const BY_NAME: Readonly<Record<string, string>> = { langcode: 'language', status_code: 'status_code' };

/** The name of the widget of a field: that of its type, except for some base fields. */
export function getWidgetName({ name, type }: Field): string {
  return getOwn(BY_NAME, name) ?? type;
}
