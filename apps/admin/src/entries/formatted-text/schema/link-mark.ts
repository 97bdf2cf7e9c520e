import { Link } from '@tiptap/extension-link';
import { completeAddress } from '../link-address.js';

/** The attributes of a link to an entry, as Drupal's module Linkit writes them. */
export const ENTITY_ATTRIBUTES = [
  'data-entity-type',
  'data-entity-uuid',
  'data-entity-substitution',
] as const;

const toAttribute = (name: string): object => ({
  default: null,
  // The value stays a text: the editor would make a number of `007`.
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});

/** Links whose typed addresses are completed. */
export const LINK = Link.extend({
  addAttributes: () =>
    Object.fromEntries(['href', ...ENTITY_ATTRIBUTES].map((name) => [name, toAttribute(name)])),
  addCommands() {
    const commands = this.parent?.() ?? {};
    const { setLink } = commands;
    if (setLink === undefined) return commands;
    return {
      ...commands,
      setLink: (attributes) => setLink({ ...attributes, href: completeAddress(attributes.href) }),
    };
  },
}).configure({ openOnClick: false, autolink: false, HTMLAttributes: { rel: null, target: null } });
