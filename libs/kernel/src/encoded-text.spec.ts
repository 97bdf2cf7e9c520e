import { decodeText, NotText, readTextLines } from './encoded-text.js';

const TEXT = '{"a":"é 𝄞"}\r\nsecond\u2028line\n\nlast';
const LINES = ['{"a":"é 𝄞"}', 'second\u2028line', '', 'last'];

const ENCODINGS: readonly [string, Buffer][] = [
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16LE', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16BE', Buffer.from(TEXT, 'utf16le').swap16()],
  ['UTF-16BE with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
];

describe('texts in files', () => {
  it.each(ENCODINGS)('are read from %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT);
  });

  it.each(ENCODINGS)('have the same lines in parts of any size: %s', async (_, bytes) => {
    for (const size of [1, 3, 1000]) {
      const lines: string[] = [];
      for await (const line of readTextLines(cut(bytes, size))) lines.push(line);
      expect(lines).toEqual(LINES);
    }
  });

  it.each([
    ['', ''],
    ['x', 'x'],
    ['\ufeff', ''],
  ])('may be short: %j', (text, decoded) => {
    expect(decodeText(Buffer.from(text))).toBe(decoded);
  });

  it.each([
    ['UTF-32', [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0], 'This is UTF-32, not text'],
    ['gzip', [0x1f, 0x8b, 8, 0], 'This is compressed (gzip)'],
    ['ANSI', [0x61, 0x62, 0x63, 0x64, 0xe9, 0x61], 'neither UTF-8 nor UTF-16'],
    ['UTF-16 that breaks off', [0xff, 0xfe, 0x41, 0, 0x42], 'broken UTF-16'],
  ])('are no %s', (_, bytes, message) => {
    expect(() => decodeText(Buffer.from(bytes))).toThrow(NotText);
    expect(() => decodeText(Buffer.from(bytes))).toThrow(message);
  });
});

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
