import { parseInert, RENAMED, unwrap } from '../pasted-document.js';
import { allowsAttribute, allowsElement, type HtmlFormat } from './html-format.js';

/** What is dropped with its content: the parser of `parseInert` does not show it, either. */
const LEFT_OUT = /<!--[\s\S]*?-->|<(style|script|textarea|option|noscript)\b[\s\S]*?<\/\1\s*>/gi;
const PLACEHOLDER = 'left-out';

const ADDRESSES = ['href', 'src', 'cite', 'poster'];

/**
 * A text before and after the service has made it safe for readers, both in the spelling of the browser, so that they differ only in
 * what the format drops.
 */
export function dropDisallowed(
  html: string,
  format: HtmlFormat,
): { readonly before: string; readonly after: string } {
  const marked = html.replace(LEFT_OUT, (part) => `<${PLACEHOLDER}>${escape(part)}</${PLACEHOLDER}>`);
  const { body } = parseInert(marked);
  const before = body.innerHTML
    .replaceAll(RENAMED, '')
    .replaceAll(/<left-out>([\s\S]*?)<\/left-out>/g, (_, part: string) => unescape(part));
  for (const element of body.querySelectorAll(PLACEHOLDER)) element.remove();
  for (const element of body.querySelectorAll('*'))
    if (allowsElement(format, element.localName)) dropAttributes(element, format);
    else unwrap(element);
  return { before, after: body.innerHTML };
}

function dropAttributes(element: Element, format: HtmlFormat): void {
  const schemes = element.localName === 'img' ? format.pictureSchemes : format.schemes;
  for (const { name, value } of [...element.attributes]) {
    const [, scheme] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(value) ?? [];
    const isForeign = scheme !== undefined && !schemes.includes(scheme.toLowerCase());
    const isAllowed = allowsAttribute(format, element.localName, name) && !name.startsWith(RENAMED);
    if (!isAllowed || (ADDRESSES.includes(name) && isForeign)) element.removeAttribute(name);
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
