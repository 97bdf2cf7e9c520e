import sanitizeHtml from 'sanitize-html';
import { TextFormatter } from '@content-service/bundles';
import { HTML_FORMATS } from './html-formats.js';
import { plainTextToHtml } from './plain-text-to-html.js';

/** Makes `processed` of formatted text. What it gives is shown by browsers of strangers, so the tables only ever allow. */
export class SanitizingTextFormatter extends TextFormatter {
  override toHtml(text: string, format: string | null): string {
    const html = format === null ? undefined : HTML_FORMATS[format];
    return html === undefined ? plainTextToHtml(text) : sanitizeHtml(text, html);
  }
}
