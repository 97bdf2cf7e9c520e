import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { print } from './command.js';
import { escapeControlCharacters, PROCESS_TERMINAL, replaceControlCharacters } from './terminal.js';
import { writeLines } from './write-lines.js';

/** Colors, a title of the window, and the one-character form of CSI. */
const HOSTILE = 'a\u001b[31mb\u001b]0;pwn\u0007c\u009b2Jd\u007f\re';

describe('replaceControlCharacters', () => {
  it('keeps lines, tabs and other letters', () => {
    expect(replaceControlCharacters('Grüße\tan\nalle 𝄞')).toBe('Grüße\tan\nalle 𝄞');
  });

  it('replaces C0, DEL and C1', () => {
    expect(replaceControlCharacters(HOSTILE)).toBe('a\ufffd[31mb\ufffd]0;pwn\ufffdc\ufffd2Jd\ufffd\ufffde');
  });
});

describe('escapeControlCharacters', () => {
  it('leaves the value of the JSON as it is', () => {
    const json = escapeControlCharacters(JSON.stringify({ title: HOSTILE }, null, 2));

    expect(json).not.toMatch(/[\u007f-\u009f]/);
    expect(JSON.parse(json)).toEqual({ title: HOSTILE });
  });
});

describe('what commands print', () => {
  const run = async (write: (output: PassThrough) => unknown): Promise<string> => {
    const output = new PassThrough().setEncoding('utf8');
    await write(output);
    return String(output.read());
  };
  const terminal = (output: PassThrough) => ({ ...PROCESS_TERMINAL, output });

  it.each([
    ['text', []],
    ['JSON', ['--json']],
  ])('has no control characters as %s', async (_, args) => {
    const shown = await run((output) => {
      const self = new Command().option('--json').parse(args, { from: 'user' });
      print({ text: HOSTILE, json: { title: HOSTILE } }, self, terminal(output));
    });

    expect(shown).toContain('pwn');
    expect(replaceControlCharacters(shown)).toBe(shown);
  });

  it('has none in exported lines, which stand for the same values', async () => {
    const line = `${JSON.stringify({ title: HOSTILE })}\n`;
    const lines = async function* (): AsyncGenerator<string> {
      yield await Promise.resolve(line);
    };

    const shown = await run((output) => writeLines(lines(), undefined, 0o600, { output }));

    expect(replaceControlCharacters(shown)).toBe(shown);
    expect(JSON.parse(shown)).toEqual({ title: HOSTILE });
  });
});
