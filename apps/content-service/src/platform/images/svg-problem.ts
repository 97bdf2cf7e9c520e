import { Parser } from 'htmlparser2';

/** Elements that execute code, embed other documents, or change attributes later. */
const FORBIDDEN_ELEMENTS: ReadonlySet<string> = new Set([
  ...['script', 'foreignobject', 'iframe', 'embed', 'object', 'audio', 'video', 'handler', 'listener'],
  ...['animate', 'set', 'animatemotion', 'animatetransform'],
]);

/** Attributes with an address. */
const REFERENCES: ReadonlySet<string> = new Set(['href', 'src', 'base']);

/** In styles and presentation attributes: whatever loads something but a part of the same picture. */
const EXTERNAL_STYLE = /@import|expression\s*\(|javascript:|url\(\s*["']?\s*(?!["']?#)[^)]/i;

/**
 * What is wrong with an SVG: it is a document that can contain scripts and load other documents (SVG 2 §2.3 «secure static mode»).
 *
 * @returns as in «a file that …»; `undefined` for a harmless picture
 */
export function findSvgProblem(text: string): string | undefined {
  let problem: string | undefined;
  let root: string | undefined;
  let isInStyle = false;
  const parser = new Parser(
    {
      onprocessinginstruction: (name) => {
        if (name !== '?xml')
          problem ??= `has ${name.startsWith('!') ? 'a document type' : 'a processing instruction'}.`;
      },
      onopentag: (name, attributes) => {
        const element = toLocalName(name);
        root ??= element;
        isInStyle = element === 'style';
        if (FORBIDDEN_ELEMENTS.has(element)) problem ??= `has the element '${element}'.`;
        for (const [attribute, value] of Object.entries(attributes))
          problem ??= findAttributeProblem(toLocalName(attribute), value);
      },
      ontext: (data) => {
        if (isInStyle && EXTERNAL_STYLE.test(data)) problem ??= 'has a style that loads something.';
      },
      onclosetag: () => {
        isInStyle = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (root !== 'svg') return 'is no SVG, as its name says.';
  return problem;
}

function findAttributeProblem(name: string, value: string): string | undefined {
  if (name.startsWith('on')) return `has the attribute '${name}'.`;
  if (REFERENCES.has(name) && !value.trim().startsWith('#'))
    return `has a reference to something outside of it.`;
  return EXTERNAL_STYLE.test(value) ? `has an attribute '${name}' that loads something.` : undefined;
}

function toLocalName(name: string): string {
  return name.toLowerCase().split(':').at(-1) ?? '';
}
