import type { Attributes, IOptions, Tag } from 'sanitize-html';

/** What a format allows; everything else is dropped. */
export interface AllowedHtml {
  /** The name of the format. */
  readonly name: string;
  /** The attributes of each element, besides `attributes`. */
  readonly elements: Readonly<Record<string, readonly string[]>>;
  /** The attributes of every element; `data-*` stands for all that begin with `data-`. */
  readonly attributes: readonly string[];
  /** The schemes of addresses. */
  readonly schemes: readonly string[];
  /** The schemes of the addresses of pictures. */
  readonly pictureSchemes: readonly string[];
}

/** Headings, lists, quotations, links and pictures, as in the format of the same name in Drupal. */
const BASIC: AllowedHtml = {
  name: 'basic_html',
  elements: {
    ...withoutAttributes('em', 'strong', 'cite', 'code', 'span', 'br', 'p', 'li', 'dl', 'dt', 'dd'),
    // The attributes of an entry are those that Drupal's module Linkit writes.
    a: ['href', 'hreflang', 'data-entity-type', 'data-entity-uuid', 'data-entity-substitution'],
    blockquote: ['cite'],
    ul: ['type'],
    ol: ['start', 'type'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    h5: ['id'],
    h6: ['id'],
    img: [
      ...['src', 'alt', 'height', 'width', 'data-entity-type', 'data-entity-uuid'],
      ...['data-align', 'data-caption'],
    ],
  },
  attributes: [],
  schemes: ['http', 'https', 'mailto', 'tel', 'ftp'],
  pictureSchemes: ['http', 'https'],
};

/** HTML without scripts, styles, event handlers, forms and frames. */
const FULL: AllowedHtml = {
  ...BASIC,
  name: 'full_html',
  elements: {
    ...BASIC.elements,
    ...withoutAttributes('h1', 'hr', 'pre', 'div', 'section', 'article', 'aside', 'header', 'footer', 'nav'),
    ...withoutAttributes('main', 'address', 'figure', 'figcaption', 'picture', 'summary'),
    ...withoutAttributes('table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'),
    ...withoutAttributes('abbr', 'b', 'bdi', 'bdo', 'dfn', 'i', 'kbd', 'mark', 'rp', 'rt', 'ruby'),
    ...withoutAttributes('s', 'samp', 'small', 'sub', 'sup', 'u', 'var', 'wbr'),
    a: ['href', 'hreflang', 'rel', 'target', 'download', 'name'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    time: ['datetime'],
    data: ['value'],
    ol: ['start', 'type', 'reversed'],
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
  attributes: ['class', 'id', 'title', 'lang', 'dir', 'role', 'aria-*', 'data-*'],
};

/** The formats of HTML; their names are members of the domain's `TEXT_FORMATS`. */
export const ALLOWED_HTML: readonly AllowedHtml[] = [BASIC, FULL];

/** The options of the sanitizer for each format. */
export const HTML_FORMATS: Readonly<Record<string, IOptions>> = Object.fromEntries(
  ALLOWED_HTML.map((format) => [format.name, toOptions(format)]),
);

function withoutAttributes(...elements: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(elements.map((element) => [element, []]));
}

function toOptions({ elements, attributes, schemes, pictureSchemes }: AllowedHtml): IOptions {
  return {
    allowedTags: Object.keys(elements),
    allowedAttributes: {
      ...Object.fromEntries(Object.entries(elements).map(([element, own]) => [element, [...own]])),
      '*': [...attributes],
    },
    allowedSchemes: [...schemes],
    allowedSchemesByTag: { img: [...pictureSchemes] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
    transformTags: { a: withoutOpener },
  };
}

/**
 * A page that a link opens in another window gets no `window.opener`, by which it could send the visitor's page elsewhere
 * (HTML, «Link type noopener»). Browsers imply that for `target=_blank` alone.
 */
function withoutOpener(tagName: string, attribs: Attributes): Tag {
  if (attribs['target'] === undefined) return { tagName, attribs };
  const kept = (attribs['rel'] ?? '').split(/\s+/).filter((name) => !/^(no)?opener$|^$/i.test(name));
  return { tagName, attribs: { ...attribs, rel: [...kept, 'noopener'].join(' ') } };
}
