import { type Field, TEXT_FORMATS } from '@content-service/bundles';
import { isJsonObject, type Json } from '@content-service/kernel';

/** Texts of formats that this service does not have: its HTML is sanitized in any case. */
const OTHER_FORMAT = 'full_html';
const RESTRICTED_FORMAT = 'basic_html';

/**
 * Converts a formatted text of Drupal. The formats of this service make no paragraphs of lines. Where the format of the source
 * does, the text is that of `processed`, which has them.
 */
export function adaptFormattedText(
  item: Json,
  { type }: Field,
  { note }: { readonly note: (message: string) => void },
): Json {
  if (!isJsonObject(item)) return item;
  const { value = null, format = null, summary = null, processed = null } = item;
  const known = adaptFormat(format);
  const isOther = known !== null && known !== format;
  if (isOther) note(`the text format ${JSON.stringify(format)} became ${known}`);
  const isConverted = isOther && countBreaks(processed) > countBreaks(value);
  if (isConverted)
    note(
      `lines, of which the text format ${JSON.stringify(format)} makes paragraphs; their HTML was taken over`,
    );
  const text = { value: (isConverted ? processed : value) ?? '', format: known };
  if (type === 'text_with_summary') return { ...text, summary };
  if (summary !== null && summary !== '') note('a summary, which the field does not have');
  return text;
}

function countBreaks(html: Json): number {
  return typeof html === 'string' ? (html.match(/<(?:br|p)\b/gi) ?? []).length : 0;
}

function adaptFormat(format: Json): string | null {
  if (format === null) return null;
  if (typeof format === 'string' && TEXT_FORMATS.includes(format)) return format;
  return format === 'restricted_html' ? RESTRICTED_FORMAT : OTHER_FORMAT;
}
