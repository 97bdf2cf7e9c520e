import type { Attributes, IOptions, Tag } from 'sanitize-html';

const INLINE = ['a', 'em', 'strong', 'cite', 'code', 'span', 'br'];
const BLOCKS = ['p', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'h2', 'h3', 'h4', 'h5', 'h6', 'img'];

/** Headings, lists, quotations, links and images. */
const BASIC: IOptions = {
  allowedTags: [...INLINE, ...BLOCKS],
  allowedAttributes: {
    a: ['href', 'hreflang'],
    blockquote: ['cite'],
    ul: ['type'],
    ol: ['start', 'type'],
    img: ['src', 'alt', 'height', 'width', 'data-entity-uuid', 'data-align', 'data-caption'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    h5: ['id'],
    h6: ['id'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
};

/** HTML without scripts, styles, event handlers, forms and frames. */
const FULL: IOptions = {
  ...BASIC,
  allowedTags: [
    ...INLINE,
    ...BLOCKS,
    ...[
      'h1',
      'hr',
      'pre',
      'div',
      'section',
      'article',
      'aside',
      'header',
      'footer',
      'nav',
      'main',
      'address',
    ],
    ...['figure', 'figcaption', 'picture', 'source', 'audio', 'video', 'track', 'details', 'summary'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['abbr', 'b', 'bdi', 'bdo', 'data', 'del', 'dfn', 'i', 'ins', 'kbd', 'mark', 'q', 'rp', 'rt', 'ruby'],
    ...['s', 'samp', 'small', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
  ],
  allowedAttributes: {
    '*': ['class', 'id', 'title', 'lang', 'dir', 'role', 'aria-*', 'data-*'],
    a: ['href', 'hreflang', 'rel', 'target', 'download', 'name'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    time: ['datetime'],
    data: ['value'],
    ol: ['start', 'type', 'reversed'],
    ul: ['type'],
    li: ['value'],
    img: ['src', 'alt', 'height', 'width', 'loading'],
    source: ['src', 'type', 'media'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    video: ['src', 'controls', 'loop', 'muted', 'preload', 'poster', 'height', 'width'],
    track: ['src', 'kind', 'label', 'srclang', 'default'],
    details: ['open'],
    col: ['span'],
    colgroup: ['span'],
    th: ['colspan', 'rowspan', 'scope', 'headers', 'abbr'],
    td: ['colspan', 'rowspan', 'headers'],
  },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  transformTags: { a: withoutOpener },
};

/**
 * A page that a link opens in another window gets no `window.opener`, by which it could send the visitor's page elsewhere
 * (HTML, «Link type noopener»). Browsers imply that for `target=_blank` alone.
 */
function withoutOpener(tagName: string, attribs: Attributes): Tag {
  if (attribs['target'] === undefined) return { tagName, attribs };
  const kept = (attribs['rel'] ?? '').split(/\s+/).filter((name) => !/^(no)?opener$|^$/i.test(name));
  return { tagName, attribs: { ...attribs, rel: [...kept, 'noopener'].join(' ') } };
}

/** Allowed HTML of each HTML format; the names are members of the domain's `TEXT_FORMATS`. */
export const HTML_FORMATS: Readonly<Record<string, IOptions>> = {
  basic_html: BASIC,
  full_html: FULL,
};
