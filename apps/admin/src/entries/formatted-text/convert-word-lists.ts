import { getPastedStyle } from './pasted-document.js';

/** A number or letter with a point or bracket, such as `1.`, `a)` and `iv.`; bullets are single signs. */
const NUMBERED = /^\(?[0-9a-z]+[.)]/i;

/**
 * Makes lists of Word's list paragraphs. Word writes items as paragraphs with the style `mso-list: l0 level2 lfo1` and with
 * their bullet or number as text, marked by `mso-list: Ignore`.
 */
export function convertWordLists(body: HTMLElement): void {
  /** The open list of each level; a list ends where its paragraphs are interrupted. */
  let lists: Element[] = [];
  let previous: Element | undefined;
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = getListLevel(paragraph);
    if (level === undefined) continue;
    if (previous === undefined || paragraph.previousElementSibling !== previous) lists = [];
    const above = lists.slice(0, level - 1);
    const open = lists[above.length];
    const name = NUMBERED.test(takeMarker(paragraph)) ? 'ol' : 'ul';
    const list = open?.localName === name ? open : openList(name, paragraph, above.at(-1));
    lists = [...above, list];
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
    previous = lists[0];
  }
}

/** The level of a list paragraph, from 1; `undefined` for another paragraph. */
function getListLevel(paragraph: Element): number | undefined {
  const [, level] = /level(\d)/.exec(getPastedStyle(paragraph)['mso-list'] ?? '') ?? [];
  return level === undefined ? undefined : Number(level);
}

/** Removes the bullet or number of a list paragraph and returns its text. */
function takeMarker(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('span')].find(
    (span) => getPastedStyle(span)['mso-list'] === 'ignore',
  );
  marker?.remove();
  return marker?.textContent.trim() ?? '';
}

/** A new list in place of a paragraph, or at the end of the last item of the list one level above. */
function openList(name: 'ol' | 'ul', paragraph: Element, above: Element | undefined): Element {
  const list = paragraph.ownerDocument.createElement(name);
  if (above?.lastElementChild == null) paragraph.before(list);
  else above.lastElementChild.append(list);
  return list;
}
