import { TextDecoder } from 'node:util';
import { DomainError } from './domain-error.js';

/** The bytes of a file or of standard input are no text. */
export class NotText extends DomainError {
  constructor(message: string) {
    super('not_text', message);
  }
}

/** As many bytes as tell the encoding. */
const START_LENGTH = 4;

/** What files of other kinds begin with; UTF-16 with a byte order mark is text. */
const OTHER_KINDS: readonly (readonly [name: string, start: readonly number[]])[] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['compressed (gzip)', [0x1f, 0x8b]],
  ['a ZIP archive', [0x50, 0x4b, 3, 4]],
];

/**
 * Decodes bytes of a text that arrive in parts: UTF-8 with or without a byte order mark, or UTF-16, as programs on Windows write
 * it. UTF-16 without a mark is known by the zeros of a first character of ASCII.
 */
export class EncodedText {
  private decoder: TextDecoder | undefined;
  private start = Buffer.alloc(0);

  /** @throws NotText */
  add(bytes: Uint8Array): string {
    if (this.decoder !== undefined) return decode(this.decoder, bytes, true);
    this.start = Buffer.concat([this.start, bytes]);
    return this.start.length < START_LENGTH ? '' : this.begin(true);
  }

  /** The rest of the text. @throws NotText */
  end(): string {
    return this.decoder === undefined ? this.begin(false) : decode(this.decoder, undefined, false);
  }

  private begin(hasMore: boolean): string {
    this.decoder = new TextDecoder(findEncoding(this.start), { fatal: true });
    return decode(this.decoder, this.start, hasMore);
  }
}

/** The text of a whole file. @throws NotText */
export function decodeText(bytes: Uint8Array): string {
  const text = new EncodedText();
  return text.add(bytes) + text.end();
}

/** The lines of a file, without their ends. @throws NotText, also behind lines that were read */
export async function* readTextLines(input: AsyncIterable<unknown>): AsyncGenerator<string> {
  const text = new EncodedText();
  let rest = '';
  for await (const chunk of input) {
    const from = rest.length;
    rest += text.add(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array));
    let start = 0;
    for (let end = rest.indexOf('\n', from); end >= 0; end = rest.indexOf('\n', start)) {
      yield withoutReturn(rest.slice(start, end));
      start = end + 1;
    }
    rest = rest.slice(start);
  }
  rest += text.end();
  if (rest !== '') for (const line of rest.replace(/\n$/, '').split('\n')) yield withoutReturn(line);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A label of the WHATWG Encoding Standard. @throws NotText */
function findEncoding(start: Buffer): string {
  for (const [kind, bytes] of OTHER_KINDS)
    if (start.length >= bytes.length && bytes.every((byte, n) => start[n] === byte))
      throw new NotText(`This is ${kind}, not text in UTF-8 or UTF-16.`);
  const [first = 1, second = 1] = start;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    const { encoding } = decoder;
    const name =
      encoding === 'utf-8' ? 'neither UTF-8 nor UTF-16; older programs save as ANSI' : 'broken UTF-16';
    throw new NotText(`This is no text of a known encoding: ${name}. Save it as UTF-8.`);
  }
}
