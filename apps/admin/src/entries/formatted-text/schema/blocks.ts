/** The elements that begin and end lines of their own. */
export const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'hr'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'nav', 'main', 'address'],
  ...['figure', 'figcaption', 'details', 'summary'],
]);
