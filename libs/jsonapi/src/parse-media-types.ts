export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly name: string;
  /** Values by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

// A quoted string may hold the separator; a quote that is never closed is a character like others.
const MEMBERS = /(?:[^",]|"(?:[^"\\]|\\.)*"|")+/g;
const PARTS = /(?:[^";]|"(?:[^"\\]|\\.)*"|")+/g;

/**
 * Reads Accept or Content-Type (RFC 9110 §8.3.1, §12.5.1). It checks no grammar: what is no media type simply equals
 * none that anybody looks for.
 */
export function parseMediaTypes(header: string): readonly MediaType[] {
  return split(header, MEMBERS).map((member) => {
    const [name = '', ...parameters] = split(member, PARTS);
    return { name: name.toLowerCase(), parameters: new Map(parameters.map(parseParameter)) };
  });
}

function parseParameter(text: string): readonly [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  const quoted = /^"(.*)"$/.exec(value.join('='));
  return [name.toLowerCase(), quoted?.[1]?.replace(/\\(.)/g, '$1') ?? value.join('=')];
}

function split(text: string, part: RegExp): readonly string[] {
  return (text.match(part) ?? []).map((found) => found.trim()).filter((found) => found !== '');
}
