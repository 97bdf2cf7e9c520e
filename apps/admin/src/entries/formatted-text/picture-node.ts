import { t } from '@lingui/core/macro';
import { Image } from '@tiptap/extension-image';
import { PICTURE_ATTRIBUTES } from './picture-attributes.js';

/** The name of the node. */
export const PICTURE = 'image';

/**
 * A picture in a line of the text. Addresses that are typed as Markdown make none: pictures come from the library.
 *
 * The values of attributes stay texts: the editor would make a number of the alternative text `007`.
 */
export const PictureNode = Image.extend({
  addAttributes: () =>
    Object.fromEntries(
      PICTURE_ATTRIBUTES.map((name) => [
        name,
        { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
      ]),
    ),
  addInputRules: () => [],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img');
      for (const [name, value] of Object.entries(node.attrs))
        if (typeof value === 'string') dom.setAttribute(name, value);
      if (node.attrs['alt'] === null) dom.ariaLabel = t`Picture without an alternative text`;
      return { dom };
    },
}).configure({ inline: true });
