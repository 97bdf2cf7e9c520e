import { type AnyExtension, Mark, Node, type NodeConfig } from '@tiptap/core';
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

/** A node for an element, with the name and the content that ProseMirror knows it by. */
function createNode(
  name: string,
  element: string,
  content: string,
  options: Pick<NodeConfig, 'group' | 'defining'>,
): Node {
  return Node.create({
    name,
    content,
    ...options,
    parseHTML: () => [{ tag: element }],
    renderHTML: ({ HTMLAttributes }) => [element, HTMLAttributes, 0],
  });
}

const Figure = createNode('figure', 'figure', '(block|figcaption)+', { group: 'block', defining: true });
const Figcaption = createNode('figcaption', 'figcaption', 'inline*', { defining: true });
const DefinitionList = createNode('definitionList', 'dl', '(term|definition)+', { group: 'block' });
const Term = createNode('term', 'dt', 'inline*', { defining: true });
const Definition = createNode('definition', 'dd', 'block+', { defining: true });
