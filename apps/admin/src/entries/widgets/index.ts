import type { Field } from '../../management-api/resources.js';
import { FormattedTextWidget } from '../formatted-text/formatted-text-widget.js';
import { ListWidget, SwitchWidget } from './choice-widgets.js';
import { DateRangeWidget, DateWidget } from './date-widgets.js';
import { JsonWidget } from './json-widget.js';
import { LanguageWidget } from './language-widget.js';
import { LinkWidget } from './link-widget.js';
import { DecimalWidget, NumberWidget } from './number-widgets.js';
import { EmailWidget, LineWidget, LongTextWidget, PathWidget } from './text-widgets.js';
import type { Widget } from './widget.js';

/** The widget for a single value of each field type. Reference fields have a picker for all values (`ReferenceInput`). */
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
  language: LanguageWidget,
};

/** The name of the widget of a field: its type, except for the base field `langcode`, which is a text by type. */
export function getWidgetName({ name, type }: Field): string {
  return name === 'langcode' ? 'language' : type;
}
