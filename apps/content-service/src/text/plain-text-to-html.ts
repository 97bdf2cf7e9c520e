const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/**
 * Text as written by people without markup: empty lines part paragraphs, other line ends are kept as breaks. Addresses
 * stay text. Every paragraph ends in a line end, the last one too, as in the reference.
 *
 * @example plainTextToHtml('Fish & chips\nToday') // '<p>Fish &amp; chips<br />\nToday</p>\n'
 */
export function plainTextToHtml(text: string): string {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return paragraphs.map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br />\n')}</p>\n`).join('');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
