import { type AnyExtension, Mark, Node } from '@tiptap/core';
import { allowsElement, type HtmlFormat } from './html-format.js';

/** Elements around blocks, such as the `aside` of a callout. */
const CONTAINERS = ['aside', 'div', 'section', 'article', 'header', 'footer', 'nav', 'main', 'address'];

/** Elements inside of lines without buttons of their own. */
const INLINE = [
  ...['cite', 'sub', 'sup', 'small', 'mark', 'kbd', 'q', 'abbr', 'dfn', 'samp', 'var'],
  ...['time', 'data', 'ins', 'bdi', 'bdo', 'span'],
];

/** The name of the node of a container; its attribute `element` is the name of the element. */
export const CONTAINER = 'container';

/** Nodes and marks for elements that Tiptap has no extensions for, as far as the format allows them. */
export function createElementNodes(format: HtmlFormat): readonly AnyExtension[] {
  const allows = (element: string): boolean => allowsElement(format, element);
  const containers = CONTAINERS.filter(allows);
  return [
    ...INLINE.filter(allows).map(createMark),
    ...(containers.length > 0 ? [createContainer(containers)] : []),
    ...(allows('figure') ? [Figure, Figcaption] : []),
    ...(allows('dl') ? [DefinitionList, Term, Definition] : []),
  ];
}

function createMark(element: string): Mark {
  return Mark.create({
    name: element,
    parseHTML: () => [{ tag: element }],
    renderHTML: ({ HTMLAttributes }) => [element, HTMLAttributes, 0],
  });
}

function createContainer(elements: readonly string[]): Node {
  return Node.create({
    name: CONTAINER,
    group: 'block',
    content: 'block+',
    defining: true,
    addAttributes: () => ({
      element: {
        default: elements[0],
        rendered: false,
        parseHTML: ({ localName }: HTMLElement) => localName,
      },
    }),
    parseHTML: () => elements.map((tag) => ({ tag })),
    renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs['element']), HTMLAttributes, 0],
  });
}

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: '(block|figcaption)+',
  defining: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

const DefinitionList = Node.create({
  name: 'definitionList',
  group: 'block',
  content: '(term|definition)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: ({ HTMLAttributes }) => ['dl', HTMLAttributes, 0],
});

const Term = Node.create({
  name: 'term',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: ({ HTMLAttributes }) => ['dt', HTMLAttributes, 0],
});

const Definition = Node.create({
  name: 'definition',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: ({ HTMLAttributes }) => ['dd', HTMLAttributes, 0],
});
