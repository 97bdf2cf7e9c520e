/** The beginning of the names of attributes that `parseInert` has renamed. */
export const RENAMED = 'data-pasted-';
const STYLE_ATTRIBUTE = `${RENAMED}style`;

const IGNORED = /<!--[\s\S]*?-->|<!\[[^>]*>|<style[\s\S]*?<\/style\s*>/gi;
const START_TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
/** An attribute with its value, so that nothing within a value is taken for a name. */
const ATTRIBUTE = /(?<![^\s"'<>/=])([^\s"'<>/=]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/g;
const RESTRICTED_NAME = /^(style|on[a-z]+)$/i;

/**
 * Parses HTML without comments and style sheets. Style attributes and event handlers are renamed first: Chromium applies the
 * Content Security Policy of the page to them, reports each one and hides the declarations of styles.
 */
export function parseInert(html: string): Document {
  const markup = html
    .replace(IGNORED, '')
    .replace(START_TAG, (tag) =>
      tag.replace(ATTRIBUTE, (attribute, name: string) =>
        RESTRICTED_NAME.test(name) ? RENAMED + attribute : attribute,
      ),
    );
  return new DOMParser().parseFromString(markup, 'text/html');
}

/** The declarations of a style attribute that `parseInert` renamed, in lower case; a later one replaces an earlier one. */
export function getPastedStyle(element: Element): Readonly<Record<string, string | undefined>> {
  const declarations = (element.getAttribute(STYLE_ATTRIBUTE) ?? '').toLowerCase().split(';');
  return Object.fromEntries(
    declarations.map((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}

/** Replaces an element by its content. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Puts the content of an element into a new element inside it. */
export function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Replaces an element by one with another name and the same content; its attributes are lost. @returns the new element */
export function replaceElement(element: Element, name: string): Element {
  const replacement = element.ownerDocument.createElement(name);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
  return replacement;
}
