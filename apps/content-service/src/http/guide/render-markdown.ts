import { Marked, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { findLinkedPath } from './guide-files.js';

/** A heading of the table of contents. */
interface PageHeading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
}

/** A page as HTML. */
export interface RenderedPage {
  /** Plain text of the first heading. */
  readonly title: string;
  /** Headings of the second level. */
  readonly headings: readonly PageHeading[];
  /** Sanitized. */
  readonly html: string;
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const BLOCKS = [
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];
const INLINE = ['a', 'code', 'em', 'strong', 'del', 'br', 'img'];

/** No element or attribute that could run a script or load something of another site. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...HEADINGS, ...BLOCKS, ...INLINE],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt'],
    ol: ['start'],
    th: ['align'],
    td: ['align'],
    ...Object.fromEntries(HEADINGS.map((tag) => [tag, ['id']])),
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
};

/**
 * Renders GitHub's Markdown. Relative links lead to the pages that are served; those to other files of the repository become
 * plain text.
 *
 * @param file the path of the page below the root
 * @param guidePath what stands before paths of the guide: `/docs/guide/`
 */
export function renderMarkdown(markdown: string, file: string, guidePath: string): RenderedPage {
  const headings: (PageHeading & { readonly depth: number })[] = [];
  const ids = new Map<string, number>();
  const resolve = (href: string): string | undefined => {
    if (/^([a-z]+:|#)/.test(href)) return href;
    const [target = '', fragment] = href.split('#');
    const path = findLinkedPath(file, decodeURI(target));
    return path && guidePath + path + (fragment === undefined ? '' : `#${fragment}`);
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const id = uniqueId(toAnchor(text), ids);
        const html = this.parser.parseInline(tokens);
        headings.push({ id, depth, text: toPlainText(html) });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const html = this.parser.parseInline(tokens);
        const target = resolve(href);
        return target === undefined ? html : `<a href="${escapeAttribute(target)}">${html}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        return `<img src="${escapeAttribute(resolve(href) ?? '')}" alt="${escapeAttribute(text)}">`;
      },
    },
  });
  const html = sanitizeHtml(marked.parse(markdown, { async: false }), ALLOWED)
    // Wide tables and code scroll by themselves; tabindex lets a keyboard scroll them.
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  return {
    title: headings[0]?.text ?? file,
    headings: headings.filter(({ depth }) => depth === 2).map(({ id, text }) => ({ id, text })),
    html,
  };
}

/** The anchor of a heading as GitHub derives it: lower case, without punctuation, blanks as hyphens. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** A second heading of the same text ends in `-1`, as on GitHub. */
function uniqueId(id: string, used: Map<string, number>): string {
  const count = used.get(id) ?? 0;
  used.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** HTML without tags; entities of `&`, `<`, `>` and quotes as characters. */
export function toPlainText(html: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
