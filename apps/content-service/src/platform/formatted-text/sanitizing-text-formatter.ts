import { getOwn } from '@content-service/kernel';
import sanitizeHtml from 'sanitize-html';
import type { IOptions } from 'sanitize-html';
import { InvalidValue, TextFormatter } from '@content-service/bundles';
import { HTML_FORMATS } from './html-formats.js';

/** Not stated by the specification. The sanitizer's work grows with the depth, so without a limit it is quadratic. */
const DEPTH_MAXIMUM = 100;

/** Converts formatted text to the HTML of `processed`. The HTML runs in browsers of visitors, so elements and attributes are allow-listed. */
export class SanitizingTextFormatter extends TextFormatter {
  /** @throws InvalidValue when elements, closed or not, nest deeper than 100 levels */
  override toHtml(text: string, format: string | null): string {
    const html = format === null ? undefined : HTML_FORMATS[format];
    return html === undefined
      ? plainTextToHtml(text)
      : sanitizeHtml(text, { ...html, ...createDepthLimit() });
  }
}

/** Limits the number of open elements, dropped ones included. */
function createDepthLimit(): Pick<IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0;
  return {
    onOpenTag: (name) => {
      depth += 1;
      if (depth > DEPTH_MAXIMUM)
        throw new InvalidValue(
          `HTML elements may nest at most ${DEPTH_MAXIMUM} levels deep; '<${name.slice(0, 20)}>' is deeper. Is every element closed?`,
          [],
          { nestingMaximum: DEPTH_MAXIMUM },
        );
    },
    onCloseTag: () => {
      depth -= 1;
    },
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/**
 * Converts plain text to HTML: empty lines separate paragraphs, other line breaks become `<br />`. URLs are not linked.
 * Every paragraph, the last included, ends with a line break, as in the reference implementation.
 *
 * @example plainTextToHtml('Fish & chips\nToday') // '<p>Fish &amp; chips<br />\nToday</p>\n'
 */
function plainTextToHtml(text: string): string {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return paragraphs.map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br />\n')}</p>\n`).join('');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => getOwn(ESCAPES, character) ?? character);
}
