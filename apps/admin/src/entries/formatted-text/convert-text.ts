/** Elements that begin and end a line of their own. */
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, div, tr';

/** The text of HTML, its paragraphs separated by empty lines. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n');
  for (const item of body.querySelectorAll('li')) item.prepend('– ');
  for (const cell of body.querySelectorAll('td + td, td + th, th + td, th + th')) cell.prepend(' | ');
  for (const block of body.querySelectorAll(BLOCKS))
    block.append(block.closest('li') === null ? '\n\n' : '\n');
  return body.textContent.replace(/\n{3,}/g, '\n\n').trim();
}

/** HTML with a paragraph for each part of a text between empty lines. */
export function textToHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** Whether HTML has more than paragraphs and line breaks, which plain text would lose. */
export function hasFormatting(html: string): boolean {
  return /<(?!\/?(p|br)\b)\/?[a-z]/i.test(html);
}
